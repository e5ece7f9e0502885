import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Paper } from '#ui/paper.tsx';
import { Table } from '#ui/table.tsx';
import { Mono, Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { CampaignBody, Step } from '../rules/contract.ts';
import { firstDelivery, timeline } from '../rules/sequence.ts';
import { fill, firstCampaign, firstSteps, placeholders, unknownPlaceholders } from '../rules/writing.ts';
import { useAutomation } from './automation-provider.tsx';

interface Edited extends CampaignBody {
  id: string | null;
}

function first(campaigns: readonly { id: string }[]): Edited {
  const [found] = campaigns as (Partial<CampaignBody> & { id: string })[];
  return { ...firstCampaign(), ...found, id: found?.id ?? null };
}

/** The messages of a campaign: edited, looked at, tried on oneself, and switched on. */
export function CampaignPart() {
  const { campaigns, standing, settings, remote, saveCampaign } = useAutomation();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const campaign = edited ?? first(campaigns);
  const set = (change: Partial<Edited>) => setEdited({ ...campaign, ...change });
  const setStep = (index: number, change: Partial<Step>) =>
    set({ steps: campaign.steps.map((step, at) => (at === index ? { ...step, ...change } : step)) });

  async function save(isOn: boolean): Promise<void> {
    setBusy(true);
    setError(null);
    const { id, name, minCents, steps } = campaign;
    try {
      await saveCampaign(id, { name, minCents, steps, isOn });
      setEdited(null);
      toast.success(isOn ? 'On. Whoever leaves a cart from now on is reminded.' : 'Kept.');
    } catch (problem) {
      setError(
        problem instanceof Problem ? problem.message : 'It could not be kept. Nothing you typed is lost.',
      );
    } finally {
      setBusy(false);
    }
  }

  const delivery = remote?.delivery ?? firstDelivery();
  return (
    <Stack gap={32}>
      <Row className="justify-between">
        <Row>
          <h2 className="text-21">{campaign.name}</h2>
          <Tag tone={campaign.isOn ? 'ok' : 'plain'}>{campaign.isOn ? 'On' : 'Off'}</Tag>
        </Row>
        <Row>
          <Button busy={isBusy} onClick={() => void save(campaign.isOn)}>
            Save
          </Button>
          {standing === 'known' && (
            <Button
              variant={campaign.isOn ? 'secondary' : 'primary'}
              busy={isBusy}
              onClick={() => void save(!campaign.isOn)}
            >
              {campaign.isOn ? 'Switch off' : 'Switch on'}
            </Button>
          )}
        </Row>
      </Row>
      {error && (
        <Notice kind="danger" title="Not kept">
          {error}
        </Notice>
      )}
      <Simulation campaign={campaign} settings={settings} delivery={delivery} />
      {campaign.steps.map((step, index) => (
        <StepEditor
          key={index}
          step={step}
          index={index}
          shop={delivery.shopName}
          mayTest={standing === 'known'}
          set={(change) => setStep(index, change)}
          {...(campaign.steps.length > 1 && {
            remove: () => set({ steps: campaign.steps.filter((_, at) => at !== index) }),
          })}
        />
      ))}
      <Row>
        <Button
          disabled={campaign.steps.length >= 10}
          onClick={() =>
            set({
              steps: [...campaign.steps, { ...(firstSteps()[1] as Step), afterHours: 72 }],
            })
          }
        >
          Add a message
        </Button>
      </Row>
      <p className="max-w-measure text-15 text-muted">
        In subject and words: {placeholders.map((name) => `{{${name}}}`).join(' ')}. A line about a discount
        is left out where there is none.
      </p>
    </Stack>
  );
}

/** What would go out for a cart that is left right now: by the very rule that sends. */
function Simulation({
  campaign,
  settings,
  delivery,
}: {
  campaign: Edited;
  settings: Parameters<typeof timeline>[1];
  delivery: Parameters<typeof timeline>[2];
}) {
  const [now] = useState(() => new Date());
  const times = timeline(campaign, settings, delivery, now);
  const moment = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: delivery.timeZone,
  });
  return (
    <Table
      caption={`If somebody leaves a cart now (${delivery.timeZone})`}
      stack={false}
      rows={times.map((at, index) => ({ at, step: campaign.steps[index] as Step, index }))}
      rowKey={({ index }) => index}
      columns={[
        { head: 'Message', cell: ({ index }) => index + 1 },
        { head: 'Goes out', cell: ({ at }) => moment.format(at) },
        { head: 'Subject', cell: ({ step }) => step.subject },
      ]}
    />
  );
}

interface StepEditorProps {
  step: Step;
  index: number;
  shop: string;
  mayTest: boolean;
  set: (change: Partial<Step>) => void;
  remove?: () => void;
}

function StepEditor({ step, index, shop, mayTest, set, remove }: StepEditorProps) {
  const { plan } = useAutomation();
  const unknown = unknownPlaceholders(step);
  const discounts = plan.gate('customDiscounts');
  const facts = {
    name: 'Maya Ortiz',
    shop: shop || 'Your shop',
    totalCents: 4900,
    currency: 'USD',
    items: [{ name: 'Sample product', quantity: 1 }],
    discountPercent: step.discountPercent,
    discountCode: step.discountPercent > 0 ? 'SAMPLE' : '',
    link: 'https://…',
  };
  const test = () =>
    withSession(() => api<{ to: string }>(recoveryApi.testMail, { method: 'POST', body: step })).then(
      ({ to }) => toast.success(`On its way to ${to}.`),
      (error: unknown) =>
        toast.error(error instanceof Problem ? error.message : 'The test mail could not be sent.'),
    );
  return (
    <section aria-label={`Message ${index + 1}`}>
      <Columns>
        <Column span={6}>
          <Stack>
            <h3 className="text-17">Message {index + 1}</h3>
            <Columns>
              {index > 0 && (
                <Column span={6} tablet={6}>
                  <Field label="Hours after the message before" compact>
                    <TextInput
                      mono
                      type="number"
                      min={1}
                      max={720}
                      value={step.afterHours}
                      onChange={(event) => set({ afterHours: event.currentTarget.valueAsNumber || 1 })}
                    />
                  </Field>
                </Column>
              )}
              <Column span={6} tablet={6}>
                <Field
                  label="Discount in percent"
                  compact
                  hint={discounts.allowed ? undefined : discounts.refusal.words}
                >
                  <TextInput
                    mono
                    type="number"
                    min={0}
                    max={90}
                    disabled={!discounts.allowed}
                    value={step.discountPercent}
                    onChange={(event) => set({ discountPercent: event.currentTarget.valueAsNumber || 0 })}
                  />
                </Field>
              </Column>
            </Columns>
            <Field
              label="Subject"
              error={
                unknown.length > 0 && `{{${unknown[0]}}} is no placeholder: a buyer would read it as it is.`
              }
            >
              <TextInput
                value={step.subject}
                onChange={(event) => set({ subject: event.currentTarget.value })}
              />
            </Field>
            <Field label="Words" compact>
              <TextArea
                rows={8}
                value={step.body}
                onChange={(event) => set({ body: event.currentTarget.value })}
              />
            </Field>
            <Row>
              {mayTest && <Button onClick={() => void test()}>Mail it to myself</Button>}
              {remove && (
                <Button variant="quiet" onClick={remove}>
                  Remove
                </Button>
              )}
            </Row>
          </Stack>
        </Column>
        <Column span={6}>
          <Paper>
            <Stack>
              <strong>{fill(step.subject, facts)}</strong>
              {fill(step.body, facts)
                .split(/\n{2,}/)
                .map((part, at) => (
                  <p key={at}>{part}</p>
                ))}
              <Mono>Open my cart</Mono>
            </Stack>
          </Paper>
        </Column>
      </Columns>
    </section>
  );
}

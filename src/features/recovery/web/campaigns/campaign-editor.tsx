import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import type { CampaignBody, Step } from '../../rules/contract.ts';
import { firstDelivery } from '../../rules/sequence.ts';
import { firstSteps, placeholders } from '../../rules/writing.ts';
import { shopNameOf } from '../../rules/look.ts';
import { useAutomation } from '../automation-provider.tsx';
import type { GoTo } from '../go-to.ts';
import { ConditionFields, type TypedCondition } from './condition-fields.tsx';
import { MissingList, useMissing } from './missing-list.tsx';
import { useTimes } from './use-times.ts';
import { StepEditor } from './step-editor.tsx';

/** A campaign as it stands in the fields, kept or not. */
export interface Edited extends Omit<CampaignBody, 'when'> {
  id: string | null;
  when: TypedCondition;
}

interface CampaignEditorProps {
  campaign: Edited;
  isChanged: boolean;
  isBusy: boolean;
  error: string | null;
  faults: Partial<Record<keyof TypedCondition, string>>;
  set: (change: Partial<Edited>) => void;
  save: (isOn: boolean) => void;
  /** What is typed and not saved goes. */
  discard: () => void;
  go: GoTo;
}

/** Name, condition and messages of one campaign, and what they would do. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { campaign, isChanged, isBusy, error, faults, set, save, discard, go } = props;
  const { standing, settings, remote } = useAutomation();
  const delivery = remote?.delivery ?? firstDelivery();
  const times = useTimes(campaign, settings, delivery);
  const [open, setOpen] = useState<number | null>(0);
  const missing = useMissing();
  const firstMissing = useRef<HTMLButtonElement>(null);
  const [isRefused, setRefused] = useState(false);
  // What the hub would refuse is said here, where it can be put right.
  const turn = () => {
    const isStopped = !campaign.isOn && (missing ?? []).some(({ stops }) => stops);
    setRefused(isStopped);
    if (isStopped) firstMissing.current?.focus();
    else save(!campaign.isOn);
  };
  const setStep = (index: number, change: Partial<Step>) =>
    set({ steps: campaign.steps.map((step, at) => (at === index ? { ...step, ...change } : step)) });
  return (
    <section aria-label={campaign.name || 'Campaign'}>
      <Stack gap={32}>
        <Row className="justify-between">
          <Row>
            <h2 className="text-21">{campaign.name || 'Untitled'}</h2>
            <Tag tone={campaign.isOn ? 'ok' : 'plain'}>{campaign.isOn ? 'On' : 'Off'}</Tag>
            {isChanged && <Tag tone="warn">Not saved</Tag>}
          </Row>
          <Row>
            {isChanged && (
              <Button variant="quiet" onClick={discard}>
                Discard changes
              </Button>
            )}
            <Button busy={isBusy} onClick={() => save(campaign.isOn)}>
              Save
            </Button>
            {standing === 'known' && (
              <Button variant={campaign.isOn ? 'secondary' : 'primary'} busy={isBusy} onClick={turn}>
                {campaign.isOn ? 'Turn off' : 'Turn on'}
              </Button>
            )}
          </Row>
        </Row>
        {error && (
          <Notice kind="danger" title="Couldn’t save">
            {error}
          </Notice>
        )}
        <MissingList
          missing={missing}
          isOn={campaign.isOn}
          isRefused={isRefused}
          first={firstMissing}
          go={go}
        />
        <div className="max-w-measure">
          <Field label="Campaign name" compact>
            <TextInput value={campaign.name} onChange={(event) => set({ name: event.currentTarget.value })} />
          </Field>
        </div>
        <ConditionFields
          typed={campaign.when}
          faults={faults}
          set={(change) => set({ when: { ...campaign.when, ...change } })}
        />
        <div>
          <p id="when-left" className="mb-8 text-13 text-muted">
            If someone abandons a cart now ({delivery.timeZone})
          </p>
          <ol aria-labelledby="when-left" className="border-b border-hairline">
            {campaign.steps.map((step, index) => (
              <StepEditor
                key={index}
                step={step}
                index={index}
                at={times[index] ?? null}
                isOpen={open === index}
                open={() => setOpen(open === index ? null : index)}
                shop={shopNameOf(delivery.shopName, remote?.mail.brandName ?? '')}
                mayTest={standing === 'known'}
                set={(change) => setStep(index, change)}
                {...(campaign.steps.length > 1 && {
                  remove: () => set({ steps: campaign.steps.filter((_, at) => at !== index) }),
                })}
              />
            ))}
          </ol>
        </div>
        <Row>
          <Button
            disabled={campaign.steps.length >= 10}
            onClick={() => {
              set({ steps: [...campaign.steps, { ...(firstSteps()[1] as Step), afterHours: 72 }] });
              setOpen(campaign.steps.length);
            }}
          >
            Add a message
          </Button>
        </Row>
        <p className="max-w-measure text-15 text-muted">
          In the subject and text, use: {placeholders.map((name) => `{{${name}}}`).join(' ')}. Lines about a
          discount are left out when there is none.
        </p>
      </Stack>
    </section>
  );
}

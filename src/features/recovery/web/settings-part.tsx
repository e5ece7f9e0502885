import { type FormEvent, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Column, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { type AutomationSettings, firstSettings, settingLimits } from '../rules/automation.ts';
import type { Delivery } from '../rules/contract.ts';
import { firstDelivery } from '../rules/sequence.ts';
import { useAutomation } from './automation-provider.tsx';
import { SenderCheck } from './sender-check.tsx';
import { fitting, useDraft } from './use-draft.ts';

type Switches = { [K in keyof AutomationSettings]: AutomationSettings[K] extends boolean ? K : never };
type SwitchName = Switches[keyof Switches];
type NumberName = Exclude<keyof AutomationSettings, SwitchName>;

const switches: [SwitchName, string, string][] = [
  ['autoRecovery', 'Send reminders', 'Off: nothing goes out, and what falls due meanwhile never does.'],
  [
    'discountEnabled',
    'Discounts in messages',
    'Where a message offers one and the plan has custom discounts.',
  ],
  [
    'aiPersonalization',
    'Write each message for its cart',
    'Counts as one AI email each; at the limit your own words go.',
  ],
  [
    'multiChannel',
    'Announce each message to other channels',
    'A signed webhook, for SMS, chat and whatever else you connect.',
  ],
];

const numbers: [NumberName, string][] = [
  ['emailDelay', 'Hours before the first message'],
  ['maxEmails', 'Messages at most'],
  ['maxDiscount', 'Discount at most, in percent'],
];

export function SettingsPart() {
  const { settings, remote, saveSettings, standing } = useAutomation();
  // Only what was changed: the rest goes on following the account.
  const [own, setOwn] = useDraft('settings', fitting(firstSettings()));
  const [ownDelivery, setOwnDelivery] = useDraft('delivery', fitting(firstDelivery()));
  const [error, setError] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed: AutomationSettings = { ...settings, ...own };
  const delivery: Delivery = { ...(remote?.delivery ?? firstDelivery()), ...ownDelivery };
  const set = (change: Partial<AutomationSettings>) => setOwn({ ...own, ...change });
  const setDelivery = (change: Partial<Delivery>) => setOwnDelivery({ ...ownDelivery, ...change });
  const discard = () => {
    setOwn(null);
    setOwnDelivery(null);
    setError(null);
  };
  const problemOf = (name: string) => error?.details.fields?.[name];

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await saveSettings(own ?? {}, ownDelivery ?? {});
      setOwn(null);
      setOwnDelivery(null);
      toast.success('Settings kept.');
    } catch (problem) {
      setError(problem instanceof Problem ? problem : new Problem('unavailable'));
    } finally {
      setBusy(false);
    }
  }

  const words = (name: keyof Delivery, label: string, hint?: string) => (
    <Column span={6} tablet={6}>
      <Field label={label} hint={hint} error={problemOf(`delivery.${name}`)}>
        <TextInput
          value={String(delivery[name])}
          onChange={(event) => setDelivery({ [name]: event.currentTarget.value })}
        />
      </Field>
    </Column>
  );
  const amount = (name: keyof Delivery, label: string, max: number, hint?: string) => (
    <Column span={3} tablet={6}>
      <Field label={label} hint={hint} error={problemOf(`delivery.${name}`)}>
        <TextInput
          mono
          type="number"
          min={0}
          max={max}
          value={Number(delivery[name])}
          onChange={(event) => setDelivery({ [name]: event.currentTarget.valueAsNumber || 0 })}
        />
      </Field>
    </Column>
  );

  return (
    <Stack gap={48}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap={32}>
          {(own || ownDelivery) && (
            <Notice
              still
              title="Not saved yet"
              actions={
                <Button size="tool" onClick={discard}>
                  Discard changes
                </Button>
              }
            >
              What you changed is kept on this device until you save or discard it.
            </Notice>
          )}
          {error && (
            <Notice kind="danger" title="Couldn’t save">
              {error.message}
            </Notice>
          )}
          <div className="grid grid-cols-12 gap-x-24 gap-y-4">
            {numbers.map(([name, label]) => (
              <Column key={name} span={4} tablet={4}>
                <Field label={label} error={problemOf(`settings.${name}`)}>
                  <TextInput
                    mono
                    type="number"
                    min={settingLimits[name].min}
                    max={settingLimits[name].max}
                    value={typed[name]}
                    onChange={(event) => {
                      const { min, max } = settingLimits[name];
                      const value = Math.round(event.currentTarget.valueAsNumber || 0);
                      set({ [name]: Math.min(max, Math.max(min, value)) });
                    }}
                  />
                </Field>
              </Column>
            ))}
          </div>
          <Stack gap={12}>
            {switches.map(([name, label, hint]) => (
              <Checkbox
                key={name}
                label={label}
                hint={hint}
                checked={typed[name]}
                onChange={(event) => set({ [name]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
          {standing !== 'local' && (
            <>
              <h2 className="text-21">Who writes, and when</h2>
              <div className="grid grid-cols-12 gap-x-24 gap-y-4">
                {words('shopName', 'Name of your shop')}
                {words(
                  'postalAddress',
                  'Its postal address',
                  'At the foot of every reminder: the law asks for it.',
                )}
                {words('replyTo', 'Answers go to', 'Your own mail address.')}
                {words('timeZone', 'Time zone', 'Such as Europe/Berlin.')}
                {amount('quietFrom', 'Quiet from (hour)', 23, 'Nobody is written to from here')}
                {amount('quietTo', 'Quiet to (hour)', 23, 'to here; the same twice: never quiet.')}
                {amount('capHours', 'Hours between two mails', 720, 'To one buyer, whatever they left.')}
                {amount(
                  'holdOut',
                  'Holdout group (%)',
                  50,
                  'Never emailed, to measure what the reminders bring.',
                )}
                {words('shopCode', 'Discount code of your shop', 'Goes into messages with a discount.')}
                {words('webhookUrl', 'Webhook for other channels', 'https://, signed with your secret.')}
              </div>
            </>
          )}
          <div>
            <Button type="submit" variant="primary" busy={isBusy}>
              Save settings
            </Button>
          </div>
        </Stack>
      </form>
      {standing === 'known' && <SenderCheck />}
    </Stack>
  );
}

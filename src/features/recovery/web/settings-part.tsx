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
import type { Changed, Seen } from './automation.ts';
import { useAutomation } from './automation-provider.tsx';
import { GaveWay } from './gave-way.tsx';
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

const deliveryLabels: Record<keyof Delivery, string> = {
  shopName: 'Name of your shop',
  postalAddress: 'Its postal address',
  replyTo: 'Answers go to',
  timeZone: 'Time zone',
  quietFrom: 'Quiet from (hour)',
  quietTo: 'Quiet to (hour)',
  capHours: 'Hours between two mails',
  holdOut: 'Holdout group (%)',
  shopCode: 'Discount code of your shop',
  webhookUrl: 'Webhook for other channels',
};
const labels = new Map<string, string>([
  ...Object.entries(deliveryLabels),
  ...switches.map(([name, label]) => [name, label] as const),
  ...numbers,
]);
const labelOf = (name: string): string => labels.get(name) ?? name;
const valueOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);

/** An earlier release kept none. */
function readSeen({ settings, delivery }: Record<string, unknown>): Seen | null {
  if (typeof settings !== 'object' || typeof delivery !== 'object') return null;
  return {
    settings: { ...firstSettings(), ...settings },
    delivery: { ...firstDelivery(), ...delivery },
  };
}

export function SettingsPart() {
  const { settings, remote, saveSettings, standing } = useAutomation();
  // Only what was changed: the rest goes on following the account.
  const [own, setOwn] = useDraft('settings', fitting(firstSettings()));
  const [ownDelivery, setOwnDelivery] = useDraft('delivery', fitting(firstDelivery()));
  // How all stood when the first of it was changed here.
  const [seen, setSeen] = useDraft('seen', readSeen);
  const [theirs, setTheirs] = useDraft('other-settings', fitting({ ...firstSettings(), ...firstDelivery() }));
  const [error, setError] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const present: Seen = { settings, delivery: remote?.delivery ?? firstDelivery() };
  const typed: AutomationSettings = { ...settings, ...own };
  const delivery: Delivery = { ...present.delivery, ...ownDelivery };
  const begin = () => seen ?? setSeen(present);
  const set = (change: Partial<AutomationSettings>) => {
    begin();
    setOwn({ ...own, ...change });
  };
  const setDelivery = (change: Partial<Delivery>) => {
    begin();
    setOwnDelivery({ ...ownDelivery, ...change });
  };
  const forget = () => {
    setOwn(null);
    setOwnDelivery(null);
    setSeen(null);
  };
  const discard = () => {
    forget();
    setError(null);
  };
  const problemOf = (name: string) => error?.details.fields?.[name];

  async function save(changed: Changed, upon: Seen): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const gaveWay = await saveSettings(changed, upon);
      forget();
      const gone = { ...gaveWay.settings, ...gaveWay.delivery };
      setTheirs(Object.keys(gone).length > 0 ? gone : null);
      toast.success('Settings kept.');
    } catch (problem) {
      setError(problem instanceof Problem ? problem : new Problem('unavailable'));
    } finally {
      setBusy(false);
    }
  }

  const words = (name: keyof Delivery, hint?: string) => (
    <Column span={6} tablet={6}>
      <Field label={deliveryLabels[name]} hint={hint} error={problemOf(`delivery.${name}`)}>
        <TextInput
          value={String(delivery[name])}
          onChange={(event) => setDelivery({ [name]: event.currentTarget.value })}
        />
      </Field>
    </Column>
  );
  const amount = (name: keyof Delivery, max: number, hint?: string) => (
    <Column span={3} tablet={6}>
      <Field label={deliveryLabels[name]} hint={hint} error={problemOf(`delivery.${name}`)}>
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
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save({ settings: own ?? {}, delivery: ownDelivery ?? {} }, seen ?? present);
        }}
      >
        <Stack gap={32}>
          {theirs && (
            <GaveWay
              theirs={Object.entries(theirs).map(([name, value]) => [labelOf(name), valueOf(value)])}
              dismiss={() => setTheirs(null)}
              take={() =>
                void save(
                  {
                    settings: fitting(firstSettings())(theirs) ?? {},
                    delivery: fitting(firstDelivery())(theirs) ?? {},
                  },
                  present,
                )
              }
            />
          )}
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
                {words('shopName')}
                {words('postalAddress', 'At the foot of every reminder: the law asks for it.')}
                {words('replyTo', 'Your own mail address.')}
                {words('timeZone', 'Such as Europe/Berlin.')}
                {amount('quietFrom', 23, 'Nobody is written to from here')}
                {amount('quietTo', 23, 'to here; the same twice: never quiet.')}
                {amount('capHours', 720, 'To one buyer, whatever they left.')}
                {amount('holdOut', 50, 'Never emailed, to measure what the reminders bring.')}
                {words('shopCode', 'Goes into messages with a discount.')}
                {words('webhookUrl', 'https://, signed with your secret.')}
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

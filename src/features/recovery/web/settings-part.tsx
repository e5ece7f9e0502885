import { type FormEvent, useEffect, useRef, useState } from 'react';
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
import type { Changed, Seen } from './automation-world.ts';
import { useAutomation } from './automation-provider.tsx';
import type { SettingName } from '../rules/readiness.ts';
import { GaveWay } from './gave-way.tsx';
import { SenderCheck } from './sender-check.tsx';
import { fitting, useDraft } from './use-draft.ts';

type Switches = { [K in keyof AutomationSettings]: AutomationSettings[K] extends boolean ? K : never };
type SwitchName = Switches[keyof Switches];
type NumberName = Exclude<keyof AutomationSettings, SwitchName>;

const switches: [SwitchName, string, string][] = [
  ['autoRecovery', 'Send reminders', 'When off, nothing is sent, and messages due meanwhile are dropped.'],
  [
    'discountEnabled',
    'Discounts in messages',
    'If the message offers one and your plan has custom discounts.',
  ],
  [
    'aiPersonalization',
    'Personalize each message with AI',
    'Each counts as one AI email. Over the limit, your own text is sent.',
  ],
  [
    'multiChannel',
    'Announce each message to other channels',
    'A signed webhook for SMS, chat or anything else you connect.',
  ],
];

const numbers: [NumberName, string][] = [
  ['emailDelay', 'Hours before the first message'],
  ['maxEmails', 'Maximum messages'],
  ['maxDiscount', 'Maximum discount (%)'],
];

const deliveryLabels: Record<keyof Delivery, string> = {
  shopName: 'Shop name',
  postalAddress: 'Postal address',
  replyTo: 'Reply-to email',
  timeZone: 'Time zone',
  quietFrom: 'Quiet hours start',
  quietTo: 'Quiet hours end',
  capHours: 'Hours between emails',
  holdOut: 'Holdout group (%)',
  shopCode: 'Shop discount code',
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

/** `wanted`: the field to begin with, anew each time somebody is led here. */
export function SettingsPart({ wanted }: { wanted: { field: SettingName } | null }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = wanted && form.current?.elements.namedItem(wanted.field);
    if (field instanceof HTMLElement) field.focus();
  }, [wanted]);
  const { settings, remote, saveSettings, standing } = useAutomation();
  // Only what was changed: the rest goes on following the account.
  const [own, setOwn] = useDraft('settings', fitting(firstSettings()));
  const [ownDelivery, setOwnDelivery] = useDraft('delivery', fitting(firstDelivery()));
  // How all stood when the first of it was changed here.
  const [seen, setSeen] = useDraft('seen', readSeen);
  const [theirs, setTheirs] = useDraft('other-settings', fitting({ ...firstSettings(), ...firstDelivery() }));
  const [error, setError] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Saved on this device without an account, which cannot know of it.
  const [local, setLocal] = useDraft('local-settings', fitting(firstSettings()));
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

  // Whoever signs in has their account's settings before them, and on top, to be saved, what they had set here.
  useEffect(() => {
    if (standing !== 'known' || !local) return;
    const mine = Object.entries(local).filter(
      ([name, value]) => settings[name as keyof AutomationSettings] !== value,
    );
    setLocal(null);
    if (mine.length === 0) return;
    setSeen((known) => known ?? { settings, delivery: remote?.delivery ?? firstDelivery() });
    setOwn((already) => ({ ...Object.fromEntries(mine), ...already }));
  }, [standing, local, settings, remote, setLocal, setSeen, setOwn]);

  async function save(changed: Changed, upon: Seen): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const gaveWay = await saveSettings(changed, upon);
      forget();
      if (standing === 'local') setLocal({ ...local, ...changed.settings });
      const gone = { ...gaveWay.settings, ...gaveWay.delivery };
      setTheirs(Object.keys(gone).length > 0 ? gone : null);
      toast.success(
        Object.keys(gone).length > 0
          ? 'Settings saved. Another device had changed some of them: see above the Save button.'
          : 'Settings saved.',
      );
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
          name={name}
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
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save({ settings: own ?? {}, delivery: ownDelivery ?? {} }, seen ?? present);
        }}
      >
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
              Your changes are stored on this device until you save or discard them.
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
                name={name}
                label={label}
                hint={hint}
                checked={typed[name]}
                onChange={(event) => set({ [name]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
          {standing !== 'local' && (
            <>
              <h2 className="text-21">Sender and timing</h2>
              <div className="grid grid-cols-12 gap-x-24 gap-y-4">
                {words('shopName')}
                {words('postalAddress', 'Shown at the bottom of every reminder, as the law requires.')}
                {words('replyTo', 'Where replies go.')}
                {words('timeZone', 'Such as Europe/Berlin.')}
                {amount('quietFrom', 23, 'No email from this hour')}
                {amount('quietTo', 23, 'Until this hour. For no quiet hours, use the same hour twice.')}
                {amount('capHours', 720, 'To the same buyer.')}
                {amount('holdOut', 50, 'Never emailed, to measure what the reminders bring.')}
                {words('shopCode', 'Used in messages with a discount.')}
                {words('webhookUrl', 'https:// URL, signed with your secret.')}
              </div>
            </>
          )}
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

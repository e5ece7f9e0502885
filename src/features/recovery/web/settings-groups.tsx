import type { ReactNode } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Column } from '#ui/page.tsx';
import { type AutomationSettings, settingLimits } from '../rules/automation.ts';
import type { Delivery } from '../rules/contract.ts';
import { settingWords } from '../rules/setting-words.ts';

type Switches = { [K in keyof AutomationSettings]: AutomationSettings[K] extends boolean ? K : never };
type SwitchName = Switches[keyof Switches];
type NumberName = Exclude<keyof AutomationSettings, SwitchName>;

const switches: Record<SwitchName, [label: string, hint: string]> = {
  autoRecovery: ['Send reminders', 'When off, nothing is sent, and messages due meanwhile are dropped.'],
  discountEnabled: ['Discounts in messages', 'If the message offers one and your plan has custom discounts.'],
  aiPersonalization: [
    'Personalize each message with AI',
    'Each counts as one AI email. Over the limit, your own text is sent.',
  ],
  multiChannel: [
    'Announce each message to other channels',
    'A signed webhook for SMS, chat or anything else you connect.',
  ],
};

const numbers: Record<NumberName, string> = {
  emailDelay: 'Hours before the first message',
  maxEmails: 'Maximum messages',
  maxDiscount: 'Maximum discount (%)',
};

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
  ...Object.entries(switches).map(([name, [label]]) => [name, label] as const),
  ...Object.entries(numbers),
]);
export const labelOf = (name: string): string => labels.get(name) ?? name;

interface GroupsProps {
  settings: AutomationSettings;
  /** Null without an account, which is what sends. */
  delivery: Delivery | null;
  /** What the branding says where the settings leave the sender open. */
  brand: { name: string; address: string } | null;
  set(change: Partial<AutomationSettings>): void;
  setDelivery(change: Partial<Delivery>): void;
  problemOf(name: string): string | undefined;
}

/** By what one thinks of: when, what, how much off, who, and from whom; each says what it is set to. */
export function SettingGroups({ settings, delivery, brand, set, setDelivery, problemOf }: GroupsProps) {
  const words = settingWords(settings, delivery, brand);
  const check = (name: SwitchName) => (
    <Checkbox
      name={name}
      label={switches[name][0]}
      hint={switches[name][1]}
      checked={settings[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  );
  const number = (name: NumberName) => (
    <Column span={6} tablet={6}>
      <Field label={numbers[name]} error={problemOf(`settings.${name}`)} compact>
        <TextInput
          mono
          type="number"
          min={settingLimits[name].min}
          max={settingLimits[name].max}
          value={settings[name]}
          onChange={(event) => {
            const { min, max } = settingLimits[name];
            const value = Math.round(event.currentTarget.valueAsNumber || 0);
            set({ [name]: Math.min(max, Math.max(min, value)) });
          }}
        />
      </Field>
    </Column>
  );
  const text = (name: keyof Delivery, hint?: string) =>
    delivery && (
      <Column span={6} tablet={6}>
        <Field label={deliveryLabels[name]} hint={hint} error={problemOf(`delivery.${name}`)} compact>
          <TextInput
            name={name}
            value={String(delivery[name])}
            onChange={(event) => setDelivery({ [name]: event.currentTarget.value })}
          />
        </Field>
      </Column>
    );
  const amount = (name: keyof Delivery, max: number, hint?: string) =>
    delivery && (
      <Column span={6} tablet={6}>
        <Field label={deliveryLabels[name]} hint={hint} error={problemOf(`delivery.${name}`)} compact>
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
  const isWrong = (...names: (keyof Delivery)[]) => names.some((name) => problemOf(`delivery.${name}`));
  return (
    <div>
      <div className="pb-16">{check('autoRecovery')}</div>
      <Group title="When" words={words.when}>
        {number('emailDelay')}
        {delivery && (
          <Rarely title="Quiet hours and time zone" isOpen={isWrong('timeZone', 'quietFrom', 'quietTo')}>
            {amount('quietFrom', 23, 'No email from this hour')}
            {amount('quietTo', 23, 'Until this hour. Use the same hour twice for no quiet hours.')}
            {text('timeZone', 'Such as Europe/Berlin.')}
          </Rarely>
        )}
      </Group>
      <Group title="What is sent" words={words.what}>
        {number('maxEmails')}
        <Rarely title="AI and other channels" isOpen={isWrong('webhookUrl')}>
          <Column span={12}>{check('aiPersonalization')}</Column>
          <Column span={12}>{check('multiChannel')}</Column>
          {text('webhookUrl', 'https:// URL, signed with your secret.')}
        </Rarely>
      </Group>
      <Group title="Discount" words={words.discount}>
        <Column span={12}>{check('discountEnabled')}</Column>
        {number('maxDiscount')}
        {text('shopCode', 'Used in messages with a discount.')}
      </Group>
      {delivery && (
        <>
          <Group title="Who gets it" words={words.who}>
            <Rarely title="Limit per buyer and holdout group" isOpen={isWrong('capHours', 'holdOut')}>
              {amount('capHours', 720, 'To the same buyer.')}
              {amount('holdOut', 50, 'Never emailed, to measure what the reminders bring.')}
            </Rarely>
          </Group>
          <Group title="Sender" words={words.sender}>
            {text('shopName')}
            {text('postalAddress', 'Shown at the bottom of every reminder, as the law requires.')}
            {text('replyTo', 'Where replies go.')}
          </Group>
        </>
      )}
    </div>
  );
}

const Group = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-12 gap-x-24 gap-y-12 border-t border-hairline py-24">
    <div className="col-span-12 lg:col-span-4">
      <h2 className="text-17">{title}</h2>
      <p className="text-15 text-muted">{words}</p>
    </div>
    <div className="col-span-12 grid grid-cols-12 content-start gap-x-24 gap-y-16 lg:col-span-8">
      {children}
    </div>
  </section>
);

/** Opens by itself for what is wrong in it. */
const Rarely = ({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) => (
  <details className="col-span-12" open={isOpen || undefined}>
    <summary className="ui-link w-fit text-15">{title}</summary>
    <div className="mt-12 grid grid-cols-12 gap-x-24 gap-y-16">{children}</div>
  </details>
);

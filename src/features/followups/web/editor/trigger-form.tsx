import { Checkbox } from '#ui/choice.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import type { OverviewAnswer, Trigger } from '../../rules/contract.ts';
import { WholeField } from '../whole-field.tsx';
import { TagField } from './tag-field.tsx';

interface TriggerFormProps {
  trigger: Trigger;
  faults: Readonly<Record<string, string>>;
  overview: OverviewAnswer | null;
  set(trigger: Trigger): void;
}

type Ours = Exclude<Trigger['on'], 'joined' | 'subscribed' | 'plan' | 'gift'>;

/** Without what happens to members of the hub: that is its operator’s. */
const starts: Record<Ours, string> = {
  lead: 'leaves their email address in a funnel',
  bought: 'buys something',
  refunded: 'gets their money back',
  agreement: 'gets, signs, declines or hasn’t paid by a document',
  tag: 'gets a tag',
  date: 'comes to a date, such as a birthday',
  event: 'does something that your program reports',
  hand: 'is picked by you',
};

function firstOf(on: Ours): Trigger {
  switch (on) {
    case 'lead':
      return { on, funnelId: '', step: '' };
    case 'bought':
      return { on, contains: '', which: 'any' };
    case 'agreement':
      return { on, what: 'signed' };
    case 'tag':
      return { on, tag: '' };
    case 'date':
      return { on, field: 'birthday', daysBefore: 0, yearly: true };
    case 'event':
      return { on, name: '' };
    case 'refunded':
    case 'hand':
      return { on };
  }
}

/** What starts the sequence for somebody. */
export function TriggerForm({ trigger, faults, overview, set }: TriggerFormProps) {
  return (
    <Stack>
      <Field label="Starts when someone" compact>
        <Select
          value={trigger.on}
          onChange={({ currentTarget }) => set(firstOf(currentTarget.value as Ours))}
        >
          {Object.entries(starts).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Row gap={16} className="items-start">
        <Details trigger={trigger} faults={faults} overview={overview} set={set} />
      </Row>
    </Stack>
  );
}

function Details({ trigger, faults, overview, set }: TriggerFormProps) {
  switch (trigger.on) {
    case 'lead':
      return (
        <>
          <Field label="Funnel" compact>
            <Select
              value={trigger.funnelId}
              onChange={({ currentTarget }) => set({ ...trigger, funnelId: currentTarget.value })}
            >
              <option value="">Any of your funnels</option>
              {overview?.funnels.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Page" optional compact hint="Its name in the funnel. Empty means any page.">
            <TextInput
              value={trigger.step}
              onChange={({ currentTarget }) => set({ ...trigger, step: currentTarget.value })}
            />
          </Field>
        </>
      );
    case 'bought':
      return (
        <>
          <Field label="Product" optional compact hint="Its name or a part of it. Empty means anything.">
            <TextInput
              value={trigger.contains}
              maxLength={120}
              onChange={({ currentTarget }) => set({ ...trigger, contains: currentTarget.value })}
            />
          </Field>
          <Field label="Which purchase" compact>
            <Select
              value={trigger.which}
              onChange={({ currentTarget }) =>
                set({ ...trigger, which: currentTarget.value as typeof trigger.which })
              }
            >
              <option value="any">Each</option>
              <option value="first">Their first</option>
              <option value="again">Their second and later ones</option>
            </Select>
          </Field>
          <WholeField
            label="For at least"
            value={trigger.minCents === undefined ? 0 : Math.floor(trigger.minCents / 100)}
            error={faults['trigger.minCents']}
            hint="In the currency of the order. 0 means any amount."
            set={(least) => set({ ...trigger, minCents: least * 100 })}
          />
          <WholeField
            label="For at most"
            value={trigger.maxCents === undefined ? 0 : Math.floor(trigger.maxCents / 100)}
            error={faults['trigger.maxCents']}
            hint="0 means any amount."
            set={(most) => set({ ...trigger, maxCents: most === 0 ? undefined : most * 100 })}
          />
          <Field
            label="Currency"
            optional
            compact
            error={faults['trigger.currency']}
            hint="Such as EUR. Empty means any."
          >
            <TextInput
              mono
              value={trigger.currency ?? ''}
              maxLength={3}
              onChange={({ currentTarget }) =>
                set({ ...trigger, currency: currentTarget.value.toUpperCase() || undefined })
              }
            />
          </Field>
        </>
      );
    case 'agreement':
      return (
        <Field
          label="What happened"
          compact
          hint={
            trigger.what === 'overdue' &&
            'The day after a payment date in a signed document. Remove the date there when the money has come.'
          }
        >
          <Select
            value={trigger.what}
            onChange={({ currentTarget }) =>
              set({ ...trigger, what: currentTarget.value as typeof trigger.what })
            }
          >
            <option value="sent">You sent it to them</option>
            <option value="signed">They signed</option>
            <option value="declined">They declined</option>
            <option value="overdue">A payment date has passed</option>
          </Select>
        </Field>
      );
    case 'tag':
      return (
        <TagField
          tags={overview?.tags ?? []}
          value={trigger.tag}
          error={faults['trigger.tag']}
          set={(tag) => set({ ...trigger, tag })}
        />
      );
    case 'date':
      return (
        <>
          <Field
            label="Field"
            compact
            error={faults['trigger.field']}
            hint="The field of a person that holds the date, such as 2026-05-31."
          >
            <TextInput
              value={trigger.field}
              onChange={({ currentTarget }) => set({ ...trigger, field: currentTarget.value })}
            />
          </Field>
          <WholeField
            label="Days before"
            value={trigger.daysBefore}
            error={faults['trigger.daysBefore']}
            hint="0 is the day itself."
            set={(daysBefore) => set({ ...trigger, daysBefore })}
          />
          <Checkbox
            label="Every year"
            className="md:mt-32"
            checked={trigger.yearly}
            onChange={({ currentTarget }) => set({ ...trigger, yearly: currentTarget.checked })}
          />
        </>
      );
    case 'event':
      return (
        <Field
          label="Event"
          compact
          error={faults['trigger.name']}
          hint="The name that your program sends with POST /api/followups/events."
        >
          <TextInput
            mono
            value={trigger.name}
            maxLength={60}
            placeholder="trial_ended"
            onChange={({ currentTarget }) => set({ ...trigger, name: currentTarget.value })}
          />
        </Field>
      );
    case 'refunded':
      return (
        <p className="max-w-measure text-15 text-muted">
          Their order came through one of your funnels, and all or part of the money was given back.
        </p>
      );
    case 'hand':
      return (
        <p className="max-w-measure text-15 text-muted">
          Nothing starts it by itself. Save it, then choose “Start for people…”.
        </p>
      );
  }
}

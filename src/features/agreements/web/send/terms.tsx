import { Checkbox } from '#ui/choice.tsx';
import { Field, Select } from '#ui/field.tsx';
import type { SendDraft } from './send-draft.ts';

const spans = [3, 7, 14, 30, 60, 90];

interface TermsProps {
  draft: SendDraft;
  set(part: Partial<SendDraft>): void;
}

/** Until when, and what happens meanwhile. */
export const Terms = ({ draft, set }: TermsProps) => (
  <>
    <Field label="Answer within" compact>
      <Select value={draft.days} onChange={({ target }) => set({ days: Number(target.value) })}>
        {spans.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </Select>
    </Field>
    <Checkbox
      label="Remind whoever hasn’t answered"
      hint="Three times at most. Reminders stop by themselves."
      checked={draft.reminders}
      onChange={({ target }) => set({ reminders: target.checked })}
    />
    <Checkbox
      label="They may forward it to a colleague"
      hint="You’re told who signs instead."
      checked={draft.forwarding}
      onChange={({ target }) => set({ forwarding: target.checked })}
    />
  </>
);

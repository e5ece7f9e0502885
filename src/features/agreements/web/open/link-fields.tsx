import { useId } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { openMost } from '../../rules/open-addresses.ts';
import type { PartyBlock } from '../../rules/prefilled.ts';
import type { LinkDraft } from './link-draft.ts';

interface LinkFieldsProps {
  link: LinkDraft;
  set(link: LinkDraft): void;
  parties: readonly PartyBlock[];
  fault: string | undefined;
  blocksFault: string | undefined;
}

const spans = [1, 7, 14, 30, 60, 90, 180, 365];

/** How many can sign by a link, how long, and in which block of the text. */
export function LinkFields({ link, set, parties, fault, blocksFault }: LinkFieldsProps) {
  const id = useId();
  const change = (part: Partial<LinkDraft>) => set({ ...link, ...part });
  const blocks = (value: number | null, take: (party: number | null) => void, label: string) => (
    <Field label={label} compact>
      <Select
        value={value ?? ''}
        onChange={({ target }) => take(target.value === '' ? null : Number(target.value))}
      >
        {parties.map(({ heading }, index) => (
          <option key={index} value={index}>
            {heading || `Signature block ${index + 1}`}
          </option>
        ))}
        <option value="">No block of their own</option>
      </Select>
    </Field>
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-8 text-21">
        Link
      </h2>
      <p className="mb-16 text-muted">
        Everyone who has it can read the document, enter their name and email address, and sign a copy of
        their own.
      </p>
      <Stack gap={12}>
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
          <Field label="Signatures at most" error={fault}>
            <TextInput
              type="number"
              inputMode="numeric"
              min={1}
              max={openMost.signatures}
              value={link.most}
              onChange={({ target }) => change({ most: target.value })}
            />
          </Field>
          <Field label="Open for">
            <Select value={link.days} onChange={({ target }) => change({ days: Number(target.value) })}>
              {spans.map((days) => (
                <option key={days} value={days}>
                  {days === 1 ? '1 day' : `${days} days`}
                </option>
              ))}
            </Select>
          </Field>
          {parties.length > 0 && blocks(link.party, (party) => change({ party }), 'They sign for')}
          {parties.length > 0 &&
            link.signsToo &&
            blocks(link.ownParty, (ownParty) => change({ ownParty }), 'You sign for')}
        </div>
        {blocksFault && <Notice kind="danger">{blocksFault}</Notice>}
        <Checkbox
          label="I sign each one, too"
          hint="After them. You get an email when it’s your turn."
          checked={link.signsToo}
          onChange={({ target }) => change({ signsToo: target.checked })}
        />
      </Stack>
    </section>
  );
}

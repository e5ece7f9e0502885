import { Checkbox } from '#ui/choice.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { most } from '../../rules/addresses.ts';
import type { SignDraft } from './sign-draft.ts';

/** What only some who sign need: letters for a signature, initials, a saved signature. A drawn one needs none of it. */

export const TypedSignature = ({ value, set }: { value: string; set(changes: { typed: string }): void }) => (
  <Stack gap={8}>
    <Field label="Type your name as your signature" hideLabel compact>
      <TextInput
        maxLength={most.name}
        value={value}
        onChange={({ target }) => set({ typed: target.value })}
      />
    </Field>
    <div className="ui-paper ui-sign ui-sign-typed" aria-hidden="true">
      {value || '\u00a0'}
    </div>
  </Stack>
);

interface DrawnSignatureProps {
  /** As it was typed, or the path of how it was drawn. */
  typed?: string | undefined;
  path?: string | undefined;
}

/** A saved signature. Paths come from whoever has them, so that this page loads no more than it needs. */
export const DrawnSignature = ({ typed, path }: DrawnSignatureProps) =>
  path === undefined ? (
    <div className="ui-paper ui-sign ui-sign-typed" role="img" aria-label={`Signature: ${typed}`}>
      {typed}
    </div>
  ) : (
    <div className="ui-paper ui-sign">
      <svg viewBox="0 0 600 200" role="img" aria-label="Your saved signature">
        <path data-ink="" d={path} />
      </svg>
    </div>
  );

export const KeepSignature = ({ isOn, set }: { isOn: boolean; set(isOn: boolean): void }) => (
  <Checkbox
    label="Save this signature in my account for next time"
    checked={isOn}
    onChange={({ target }) => set(target.checked)}
  />
);

type Draft = Pick<SignDraft, 'name' | 'initials'>;

interface InitialsFieldProps {
  /** Beside what they go. */
  places: readonly string[];
  draft: Draft;
  error: string | undefined;
  set(changes: Pick<SignDraft, 'initials'>): void;
}

/** As they were typed, or as they follow from the name. */
export const initialsOf = ({ name, initials }: Draft): string =>
  (initials ?? name.replace(/(\S)\S*\s*/gu, '$1').toUpperCase()).trim();

export const InitialsField = ({ places, draft, error, set }: InitialsFieldProps) => (
  <Field
    label="Your initials"
    hint={`Signing puts them beside ${words.format(places.map((place) => `“${place}”`))}.`}
    error={error}
    compact
  >
    <TextInput
      autoComplete="off"
      maxLength={most.initials}
      value={draft.initials ?? initialsOf(draft)}
      onChange={({ target }) => set({ initials: target.value })}
    />
  </Field>
);

const words = new Intl.ListFormat('en', { type: 'conjunction' });

import { useId } from 'react';
import { Field, TextInput } from '#ui/field.tsx';

interface TagFieldProps {
  label?: string;
  /** Those in use already, to choose from. */
  tags: readonly string[];
  value: string;
  error?: string | undefined;
  hint?: string;
  set(tag: string): void;
}

export function TagField({ label = 'Tag', tags, value, error, hint, set }: TagFieldProps) {
  const id = useId();
  return (
    <Field label={label} compact error={error} hint={hint}>
      <TextInput
        list={id}
        maxLength={40}
        value={value}
        autoComplete="off"
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={id}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </Field>
  );
}

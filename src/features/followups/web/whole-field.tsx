import { type ReactNode, useState } from 'react';
import { Field, TextInput } from '#ui/field.tsx';

interface WholeFieldProps {
  label: string;
  value: number;
  /** What can't be read as a whole number is -1, which no field of these takes. */
  set(value: number): void;
  hint?: ReactNode;
  error?: string | undefined;
}

/** A whole number as it is typed: an empty field stays empty, and is said to be wrong rather than filled in. */
export function WholeField({ label, value, set, hint, error }: WholeFieldProps) {
  const [typed, setTyped] = useState(value < 0 ? '' : String(value));
  const read = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : -1);
  const shown = read(typed) === value ? typed : value < 0 ? typed : String(value);
  return (
    <Field label={label} hint={hint} error={error} compact>
      <TextInput
        mono
        inputMode="numeric"
        value={shown}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          set(read(currentTarget.value));
        }}
      />
    </Field>
  );
}

import { useId } from 'react';
import { Field, TextInput } from '#ui/field.tsx';
import { isZone } from './say.ts';

interface ZoneFieldProps {
  label: string;
  value: string;
  set(zone: string): void;
  hint?: string;
}

/** A time zone by its name, with all that the browser knows to choose from. */
export function ZoneField({ label, value, set, hint }: ZoneFieldProps) {
  const id = useId();
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return (
    <Field
      label={label}
      compact
      hint={hint}
      error={isZone(value.trim()) ? undefined : 'This time zone is unknown. Example: Europe/Vienna.'}
    >
      <TextInput
        list={id}
        value={value}
        autoComplete="off"
        placeholder="Europe/Vienna"
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={id}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  );
}

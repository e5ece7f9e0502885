import { useState } from 'react';
import { Field, TextInput } from '#ui/field.tsx';
import { type Branding, defaultBranding } from '../rules/branding.ts';
import { colorWords, readColor } from '../rules/check.ts';
import { useBranding } from './use-branding.ts';

interface ColorFieldProps {
  field: keyof Branding & `${string}Color`;
  label: string;
  /** What it is for. */
  hint: string;
}

const chip =
  'h-touch w-full appearance-none rounded-4 border border-control bg-transparent p-0 ' +
  '[&::-moz-color-swatch]:rounded-4 [&::-moz-color-swatch]:border-0 ' +
  '[&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:rounded-4 [&::-webkit-color-swatch]:border-0';

/** A colour by eye or by its digits. Half-typed digits stay in the field and leave the paper alone. */
export function ColorField({ field, label, hint }: ColorFieldProps) {
  const { branding, update } = useBranding();
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const stored = branding[field];
  const shown = readColor(stored) ?? defaultBranding[field];
  const isWrong = readColor(draft ?? stored) === null;
  return (
    <Field label={label} hint={hint} error={isWrong && (isLeft || draft === null) && colorWords}>
      <span className="flex flex-col gap-4">
        <input
          type="color"
          aria-label={`${label} color picker`}
          className={chip}
          value={shown}
          onChange={(event) => {
            setDraft(null);
            update({ [field]: event.target.value });
          }}
        />
        <TextInput
          mono
          value={draft ?? stored}
          maxLength={9}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => {
            const typed = event.target.value;
            const color = readColor(typed);
            setDraft(typed);
            setLeft(false);
            // Three digits may be the beginning of six.
            if (color && typed.replace('#', '').length === 6) update({ [field]: color });
          }}
          onBlur={() => {
            const color = draft === null ? null : readColor(draft);
            if (color) {
              update({ [field]: color });
              setDraft(null);
            }
            setLeft(true);
          }}
        />
      </span>
    </Field>
  );
}

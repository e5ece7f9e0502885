import { useState } from 'react';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { mostInField } from '../../rules/blocks.ts';
import { readLink } from '../../rules/render/link.ts';
import { currentStep, type Work } from './state.ts';

interface Props {
  work: Work;
  label: string;
  value: string;
  hint?: string | undefined;
  onChange(value: string): void;
}

const elsewhere = 'elsewhere';

/** Where something leads, chosen from what there is; an address of the web is typed. */
export function LinkField({ work, label, value, hint, onChange }: Props) {
  const { steps } = work.editing.funnel;
  const step = currentStep(work);
  const next = steps.find(({ id }) => id === step.next);
  const has = (type: string) => step.blocks.some((block) => block.type === type);
  const places = [
    { to: 'next', words: next ? `Next step: ${next.name}` : 'Next step' },
    ...(has('offer') || value === '#offer' ? [{ to: '#offer', words: 'The offer on this page' }] : []),
    ...(has('optin') || value === '#form' ? [{ to: '#form', words: 'The form on this page' }] : []),
    ...steps.map(({ slug, name }) => ({ to: slug, words: `Page: ${name}` })),
  ];
  // What is typed may be a step's address for a moment: the field stays while somebody types in it.
  const [isTyping, setTyping] = useState(false);
  const isPlace = !isTyping && places.some(({ to }) => to === value);
  const isWeb = !isPlace && (value !== '' || isTyping);
  return (
    <Stack gap={4}>
      <Field label={isPlace ? label : 'Leads to'} compact>
        <Select
          value={isPlace ? value : isWeb ? elsewhere : ''}
          onChange={({ target }) => {
            setTyping(target.value === elsewhere);
            onChange(target.value === elsewhere ? '' : target.value);
          }}
        >
          <option value="">Nowhere yet</option>
          {places.map(({ to, words }) => (
            <option key={to} value={to}>
              {words}
            </option>
          ))}
          <option value={elsewhere}>A web address</option>
        </Select>
      </Field>
      {!isPlace && (
        <Field
          label={label}
          hint={hint}
          error={
            value !== '' && readLink(value) === null
              ? 'Enter a full address, such as https://example.com.'
              : null
          }
          compact
        >
          <TextInput
            onFocus={() => setTyping(true)}
            maxLength={mostInField('link')}
            value={value}
            placeholder="https://"
            onChange={({ target }) => onChange(target.value)}
          />
        </Field>
      )}
    </Stack>
  );
}

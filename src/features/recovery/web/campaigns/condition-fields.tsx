import { centsTyped, readAmount } from '#base/amount.ts';
import { useState } from 'react';
import { Checkbox } from '#ui/choice.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Column, Columns } from '#ui/page.tsx';
import { type Condition, type CartSource, conditionWords, sourceNames } from '../../rules/condition.ts';

/** A condition as it is typed: what is no amount yet stays as it stands. */
export interface TypedCondition extends Omit<Condition, 'minCents' | 'maxCents' | 'countries'> {
  min: string;
  max: string;
  countries: string;
}

const plain = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

export const typedOf = ({ minCents, maxCents, countries, ...rest }: Condition): TypedCondition => ({
  ...rest,
  min: minCents === 0 ? '' : plain(minCents),
  max: maxCents === null ? '' : plain(maxCents),
  countries: countries.join(', '),
});

/** What was typed as a condition, or what is wrong with it by field. */
const wordsFor = (typed: string): string => {
  const read = readAmount(typed);
  return 'words' in read ? read.words : '';
};

export function readTyped({
  min,
  max,
  countries,
  currency,
  ...rest
}: TypedCondition):
  | { ok: true; when: Condition }
  | { ok: false; faults: Partial<Record<keyof TypedCondition, string>> } {
  const minCents = min.trim() === '' ? 0 : centsTyped(min);
  const maxCents = max.trim() === '' ? null : centsTyped(max);
  const codes = countries
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((code) => code.toUpperCase());
  const faults = {
    ...(minCents === null && { min: wordsFor(min) }),
    ...(max.trim() !== '' && maxCents === null && { max: wordsFor(max) }),
    ...(minCents !== null &&
      maxCents !== null &&
      maxCents < minCents && { max: 'This is below the minimum.' }),
    ...(codes.some((code) => !/^[A-Z]{2}$/.test(code)) && { countries: 'Two letters each, such as DE, AT.' }),
    ...(!/^(?:[A-Za-z]{3})?$/.test(currency.trim()) && { currency: 'Three letters, such as EUR.' }),
  };
  if (Object.keys(faults).length > 0 || minCents === null) return { ok: false, faults };
  return {
    ok: true,
    when: { ...rest, minCents, maxCents, countries: codes, currency: currency.trim().toUpperCase() },
  };
}

interface ConditionFieldsProps {
  typed: TypedCondition;
  faults: Partial<Record<keyof TypedCondition, string>>;
  set: (change: Partial<TypedCondition>) => void;
}

export function ConditionFields({ typed, faults, set }: ConditionFieldsProps) {
  const words = (
    name: 'min' | 'max' | 'currency' | 'countries' | 'contains',
    label: string,
    hint: string,
  ) => (
    <Column span={4} tablet={6}>
      <Field label={label} hint={hint} error={faults[name]}>
        <TextInput
          mono={name !== 'contains'}
          value={typed[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      </Field>
    </Column>
  );
  const turn = (source: CartSource, isIn: boolean) =>
    set({ sources: isIn ? [...typed.sources, source] : typed.sources.filter((each) => each !== source) });
  const read = readTyped(typed);
  const said = read.ok ? conditionWords(read.when) : 'matching carts';
  const summary = said === 'every cart' ? said : `carts ${said}`;
  const [isOpen, setOpen] = useState(summary !== 'every cart');
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="ui-link">For {summary}</summary>
      <Columns className="mt-16 gap-y-4">
        {words('min', 'Minimum total', 'Leave empty for no minimum.')}
        {words('max', 'Maximum total', 'Leave empty for no maximum.')}
        {words('currency', 'Currency', 'Leave empty for any currency.')}
        {words('contains', 'Contains product', 'Part of its name, its ID or a tag.')}
        <Column span={4} tablet={6}>
          <Field label="Buyers" hint="Based on the orders your shop has sent.">
            <Select
              value={typed.buyer}
              onChange={(event) => set({ buyer: event.currentTarget.value as Condition['buyer'] })}
            >
              <option value="any">All</option>
              <option value="new">First-time buyers</option>
              <option value="returning">Returning buyers</option>
            </Select>
          </Field>
        </Column>
        {words('countries', 'Countries', 'Such as DE, AT. Carts without a country don’t match.')}
      </Columns>
      <details className="mt-8" open={typed.sources.length > 0 || undefined}>
        <summary className="ui-link">{typed.sources.length === 0 ? 'Any source' : 'Only from'}</summary>
        <div className="mt-12 grid gap-x-24 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
          {(Object.entries(sourceNames) as [CartSource, string][])
            .filter(([source]) => source !== 'store')
            .map(([source, name]) => (
              <Checkbox
                key={source}
                label={name.charAt(0).toUpperCase() + name.slice(1)}
                checked={typed.sources.includes(source)}
                onChange={(event) => turn(source, event.currentTarget.checked)}
              />
            ))}
        </div>
      </details>
    </details>
  );
}

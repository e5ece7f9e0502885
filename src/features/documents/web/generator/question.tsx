import { type ReactNode, useId, useState } from 'react';
import type { Column, Field as Asked } from '#features/documents/rules/template/template.ts';
import { Field, Select, TextArea, TextInput } from '#ui/field.tsx';
import { RadioGroup } from '#ui/choice.tsx';

type SimpleKind = Column['kind'];

export interface SimpleQuestion {
  kind: SimpleKind;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Nobody has answered it: what it shows is what is usual. */
  assumed?: boolean;
  example: string;
  /** As typed, or what counts while nothing is. */
  raw: string;
  onAnswer: (raw: string) => void;
}

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** One question with one value. */
export function Simple({
  kind,
  label,
  hint,
  error,
  optional = false,
  assumed = false,
  example,
  raw,
  onAnswer,
}: SimpleQuestion) {
  const called = (words: string): ReactNode =>
    assumed ? (
      <>
        {words} <span className="ui-optional">(assumed)</span>
      </>
    ) : (
      words
    );
  const around = { label: called(label), hint, error, optional };
  const typing = {
    value: raw,
    onChange: (event: { target: { value: string } }) => onAnswer(event.target.value),
  };
  const words = example ? { placeholder: example } : {};
  switch (kind.type) {
    case 'yesno':
      return (
        <RadioGroup
          label={called(label)}
          hint={hint}
          error={error}
          across
          options={yesNo}
          value={raw as 'yes'}
          onChange={onAnswer}
        />
      );
    case 'choice':
      return kind.options.length <= 3 && kind.other === null ? (
        <RadioGroup
          label={called(label)}
          hint={hint}
          error={error}
          options={kind.options.map(({ value, words: text }) => ({ value, label: text }))}
          value={raw}
          onChange={onAnswer}
        />
      ) : (
        <Choice kind={kind} around={around} raw={raw} onAnswer={onAnswer} />
      );
    case 'duration':
      return <Duration around={around} name={label} example={example} raw={raw} onAnswer={onAnswer} />;
    case 'longtext':
    case 'address':
      return (
        <Field {...around}>
          <TextArea rows={3} {...words} {...typing} />
        </Field>
      );
    case 'date':
      return (
        <Field {...around}>
          <TextInput type="date" {...typing} />
        </Field>
      );
    case 'money':
    case 'number':
      return (
        <Field
          {...around}
          label={called(kind.type === 'number' && kind.unit ? `${label} (${kind.unit})` : label)}
        >
          <TextInput mono inputMode="decimal" autoComplete="off" {...words} {...typing} />
        </Field>
      );
    case 'text':
      return (
        <Field {...around}>
          <TextInput {...words} {...typing} />
        </Field>
      );
  }
}

type Around = Pick<SimpleQuestion, 'hint' | 'error' | 'optional'> & { label: ReactNode };
interface Inner {
  around: Around;
  raw: string;
  onAnswer: (raw: string) => void;
}

const elsewhere = '\u0000other';

function Choice({ kind, around, raw, onAnswer }: Inner & { kind: Extract<SimpleKind, { type: 'choice' }> }) {
  const isListed = kind.options.some(({ value }) => value === raw);
  const [isOther, setOther] = useState(false);
  const own = kind.other !== null && (isOther || (raw !== '' && !isListed));
  const { error, ...rest } = around;
  return (
    <>
      <Field {...rest} error={own ? undefined : error} compact={own}>
        <Select
          value={own ? elsewhere : raw}
          onChange={({ target: { value } }) => {
            setOther(value === elsewhere);
            onAnswer(value === elsewhere ? '' : value);
          }}
        >
          <option value="">Choose</option>
          {kind.options.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          {kind.other !== null && <option value={elsewhere}>{kind.other}</option>}
        </Select>
      </Field>
      {own && (
        <Field label={kind.other} error={error} className="mt-8">
          <TextInput value={raw} onChange={(event) => onAnswer(event.target.value)} />
        </Field>
      )}
    </>
  );
}

const units = ['day', 'week', 'month', 'year'] as const;

const counted = /^(.*?) ?(day|week|month|year)s?$/;

function Duration({ around, name, example, raw, onAnswer }: Inner & { name: string; example: string }) {
  const [, count = '', typedUnit] = counted.exec(raw) ?? [null, raw];
  const [, usual = '', usualUnit = 'year'] = counted.exec(example) ?? [];
  const [unit, setUnit] = useState(usualUnit);
  const id = useId();
  const chosen = typedUnit ?? unit;
  const say = (number: string, of: string) => {
    setUnit(of);
    onAnswer(number.trim() === '' ? '' : `${number.trim()} ${of}${number.trim() === '1' ? '' : 's'}`);
  };
  return (
    <Field {...around}>
      <span className="grid grid-cols-2 gap-8">
        <TextInput
          mono
          inputMode="numeric"
          className="min-w-0"
          placeholder={usual}
          value={count}
          onChange={({ target }) => say(target.value, chosen)}
        />
        <Select
          id={id}
          aria-label={`${name}: unit`}
          value={chosen}
          onChange={({ target }) => say(count, target.value)}
        >
          {units.map((one) => (
            <option key={one} value={one}>
              {one}s
            </option>
          ))}
        </Select>
      </span>
    </Field>
  );
}

/** Whether the question has to be answered, in the words beside its label. */
export const isOptional = ({ required, fallback }: Asked): boolean => !required && fallback === null;

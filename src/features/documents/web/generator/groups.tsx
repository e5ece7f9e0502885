import Plus from '#ui/icons/plus.ts';
import Trash2 from '#ui/icons/trash-2.ts';
import { type ReactNode, useId } from 'react';
import type { Kind, PartyPart } from '#features/documents/rules/template/template.ts';
import { askedColumns, isRecord, partyWords } from '#features/documents/rules/answers/values.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Field, Note, TextArea, TextInput } from '#ui/field.tsx';
import { Simple } from './question.tsx';

interface GroupProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Several controls that answer one question. */
function Group({ label, hint, error, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}n`} className="min-w-0">
      <legend className="text-15 font-bold">{label}</legend>
      <Note id={`${id}n`} hint={hint} error={error} />
      <div className="mt-8 flex flex-col gap-12">{children}</div>
    </fieldset>
  );
}

const sides = [
  { value: 'company', label: 'Company' },
  { value: 'person', label: 'Person' },
] as const;

const examples: Partial<Record<PartyPart, number>> = {
  name: 0,
  address: 1,
  representative: 2,
  role: 3,
  number: 5,
  email: 6,
};

interface PartyProps extends Omit<GroupProps, 'children'> {
  parts: PartyPart[];
  /** Whatever is answered: nobody is asked. */
  isPerson: boolean;
  example: string;
  raw: unknown;
  onAnswer: (raw: Record<string, unknown>, part: string) => void;
}

export function PartyQuestion({ parts, isPerson: isAlways, example, raw, onAnswer, ...around }: PartyProps) {
  const party = typeof raw === 'string' ? { name: raw } : isRecord(raw) ? raw : {};
  const text = (part: PartyPart): string => (typeof party[part] === 'string' ? party[part] : '');
  const set = (part: PartyPart, value: string) => onAnswer({ ...party, [part]: value }, part);
  const isPerson = isAlways || (parts.includes('kind') && text('kind') === 'person');
  const shown = parts.filter(
    (part) => part !== 'kind' && !(isPerson && ['number', 'representative', 'role'].includes(part)),
  );
  const lines = example.split('|').map((line) => line.trim());
  // Where a company is the example, whoever signs for it is one of a person.
  const exampleOf = (part: PartyPart): string =>
    (part === 'name' && isPerson && lines[4] !== 'person' && lines[2]) || (lines[examples[part] ?? -1] ?? '');
  return (
    <Group {...around}>
      {parts.includes('kind') && (
        <RadioGroup
          label={partyWords.kind}
          across
          options={sides}
          value={isPerson ? 'person' : 'company'}
          onChange={(value) => set('kind', value)}
        />
      )}
      {shown.map((part) => {
        const typing = {
          value: text(part),
          placeholder: exampleOf(part),
          onChange: ({ target }: { target: { value: string } }) => set(part, target.value),
        };
        return (
          <div key={part} data-part={part}>
            <Field label={partyWords[part]} optional={part !== 'name' && part !== 'address'} compact>
              {part === 'address' ? (
                <TextArea rows={2} {...typing} />
              ) : (
                <TextInput autoComplete="off" {...typing} />
              )}
            </Field>
          </div>
        );
      })}
    </Group>
  );
}

interface ListProps extends Omit<GroupProps, 'children'> {
  kind: Extract<Kind, { type: 'list' }>;
  example: string;
  raw: unknown;
  onAnswer: (rows: Record<string, unknown>[]) => void;
}

/** A line for each row; there is always one to type into. */
export function ListQuestion({ kind, example, raw, onAnswer, ...around }: ListProps) {
  const lines = example.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const rows = Array.isArray(raw) && raw.length > 0 ? raw.map((row) => (isRecord(row) ? row : {})) : [{}];
  const name = (index: number) => `${kind.one.charAt(0).toUpperCase()}${kind.one.slice(1)} ${index + 1}`;
  return (
    <Group {...around}>
      {rows.map((row: Record<string, unknown>, index) => (
        <fieldset key={index} className="min-w-0 border-t border-hairline pt-8">
          <legend className="sr-only">{name(index)}</legend>
          <div className="flex items-center justify-between">
            <span className="text-13 text-muted" aria-hidden="true">
              {name(index)}
            </span>
            {rows.length > 1 && (
              <IconButton
                icon={Trash2}
                label={`Remove ${name(index).toLowerCase()}`}
                onClick={() => onAnswer(rows.filter((_, at) => at !== index))}
              />
            )}
          </div>
          {askedColumns(kind.columns).map((column, nth) => (
            <div key={column.name} data-part={`${index}.${column.name}`}>
              <Simple
                kind={column.kind}
                label={column.label}
                example={column.example || (lines[index]?.[nth] ?? '')}
                raw={shownRaw(row[column.name])}
                onAnswer={(value) =>
                  onAnswer(rows.map((one, at) => (at === index ? { ...one, [column.name]: value } : one)))
                }
              />
            </div>
          ))}
        </fieldset>
      ))}
      {rows.length < kind.max && (
        <Button icon={Plus} className="self-start" onClick={() => onAnswer([...rows, {}])}>
          Add a {kind.one}
        </Button>
      )}
    </Group>
  );
}

export const shownRaw = (raw: unknown): string =>
  typeof raw === 'boolean'
    ? raw
      ? 'yes'
      : 'no'
    : raw === undefined || raw === null || typeof raw === 'object'
      ? ''
      : String(raw);

import X from '#ui/icons/x.ts';
import type { ReactNode } from 'react';
import { isBlankAnswer } from '#features/documents/rules/answers/interview.ts';
import { type Answers, isRecord, partyWords, readAnswer } from '#features/documents/rules/answers/values.ts';
import {
  type Field as Asked,
  type PartyPart,
  partyParts,
} from '#features/documents/rules/template/template.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { ListQuestion, shownRaw } from '../generator/groups.tsx';
import { Simple } from '../generator/question.tsx';

interface FactsProps {
  fields: readonly Asked[];
  facts: Answers;
  /** Beside the label: which of the sides is the reader's. */
  noteOf: (name: string) => string;
  /** What the request says of it and its answer does not hold. */
  wordsFor: (name: string) => readonly string[];
  onChange: (name: string, value: unknown) => void;
  onTakeOut: (field: Asked) => void;
}

/** What was understood of a request: each of it can be put otherwise, or taken out. */
export const Facts = ({ fields, facts, noteOf, wordsFor, onChange, onTakeOut }: FactsProps) => (
  <ul className="grid list-none grid-cols-1 gap-x-24 md:grid-cols-2">
    {fields.map((field) => (
      <li key={field.name} className="flex min-w-0 items-start gap-4 border-t border-hairline py-8">
        <div className="min-w-0 flex-1">
          <Fact
            field={{ ...field, label: `${field.label}${noteOf(field.name)}` }}
            raw={facts[field.name]}
            onChange={(value) => onChange(field.name, value)}
          />
          {wordsFor(field.name).length > 0 && (
            <p className="text-13 text-muted">{youWrote(wordsFor(field.name))}</p>
          )}
        </div>
        <IconButton icon={X} label={`Remove: ${field.label}`} onClick={() => onTakeOut(field)} />
      </li>
    ))}
  </ul>
);

/** The reader's own words, beside the question that they are about. */
export const youWrote = (said: readonly string[]): string =>
  `You wrote ${said.map((words) => `“${words.length > 280 ? `${words.slice(0, 280)}…` : words}”`).join(', ')}.`;

interface FactProps {
  field: Asked;
  raw: unknown;
  onChange: (value: unknown) => void;
}

function Fact({ field: { name, label, kind, example }, raw, onChange }: FactProps): ReactNode {
  const read = readAnswer(kind, raw);
  const error = read.ok ? undefined : read.error;
  if (kind.type === 'list')
    return (
      <ListQuestion kind={kind} label={label} error={error} example={example} raw={raw} onAnswer={onChange} />
    );
  if (kind.type !== 'party')
    return (
      <Simple
        kind={kind}
        label={label}
        error={error}
        example={example.slice(0, 80)}
        raw={shownRaw(raw)}
        onAnswer={onChange}
      />
    );
  const party = isRecord(raw) ? raw : { name: raw };
  const parts = partyParts.filter(
    (part) => part === 'name' || (part !== 'kind' && !isBlankAnswer(party[part])),
  );
  const labelOf = (part: PartyPart) =>
    part === 'name' ? label : `${label}: ${partyWords[part].toLowerCase()}`;
  return parts.map((part) => (
    <Field key={`${name} ${part}`} label={labelOf(part)} compact>
      <TextInput
        autoComplete="off"
        value={shownRaw(party[part])}
        onChange={({ target }) => onChange({ ...party, [part]: target.value })}
      />
    </Field>
  ));
}

interface GoneProps {
  fields: readonly Asked[];
  onBack: (field: Asked) => void;
}

/** What was taken out, to be put back. */
export const Gone = ({ fields, onBack }: GoneProps) =>
  fields.length > 0 && (
    <ul className="flex list-none flex-wrap gap-8 border-t border-hairline py-8" aria-label="Removed">
      {fields.map((field) => (
        <li key={field.name} className="flex items-center gap-8 text-13 text-muted">
          <span>{field.label} is removed.</span>
          <Button size="tool" onClick={() => onBack(field)}>
            Put back
          </Button>
        </li>
      ))}
    </ul>
  );

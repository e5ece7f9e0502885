import { Field, Select, TextInput } from '#ui/field.tsx';
import type { Condition, FieldTest, Question } from '../rules/question.ts';
import { TagField } from './editor/tag-field.tsx';

type Asked = Question | Condition;

interface AskedFieldsProps<Q extends Asked> {
  question: Q;
  /** By the names of the question's own fields. */
  faults: Readonly<Record<string, string>>;
  tags: readonly string[];
  set(question: Q): void;
}

const tests: Record<FieldTest, string> = {
  is: 'is',
  has: 'contains',
  above: 'is more or later than',
  below: 'is less or earlier than',
  filled: 'is filled in',
};

/** What a question about a person has to know besides its kind. */
export function AskedFields<Q extends Asked>({ question, faults, tags, set }: AskedFieldsProps<Q>) {
  switch (question.is) {
    case 'bought':
    case 'clicked':
      return null;
    case 'tag':
      return (
        <TagField
          tags={tags}
          value={question.tag}
          error={faults['tag']}
          set={(tag) => set({ ...question, tag })}
        />
      );
    case 'source':
      return (
        <Field
          label="From"
          compact
          error={faults['contains']}
          hint="A part of what “Where from” says on their page, such as “donation”."
        >
          <TextInput
            value={question.contains}
            maxLength={120}
            onChange={({ currentTarget }) => set({ ...question, contains: currentTarget.value })}
          />
        </Field>
      );
    case 'field': {
      const { test = 'is' } = question;
      const isOrder = test === 'above' || test === 'below';
      return (
        <>
          <Field label="Field" compact error={faults['name']}>
            <TextInput
              value={question.name}
              placeholder="plan"
              onChange={({ currentTarget }) => set({ ...question, name: currentTarget.value })}
            />
          </Field>
          <Field label="How" compact>
            <Select
              value={test}
              onChange={({ currentTarget }) => set({ ...question, test: currentTarget.value as FieldTest })}
            >
              {Object.entries(tests).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
          {test !== 'filled' && (
            <Field
              label="Value"
              compact
              error={faults['value']}
              hint={isOrder && 'A number, or a date such as 2026-05-31.'}
            >
              <TextInput
                value={question.value}
                maxLength={200}
                onChange={({ currentTarget }) => set({ ...question, value: currentTarget.value })}
              />
            </Field>
          )}
        </>
      );
    }
  }
}

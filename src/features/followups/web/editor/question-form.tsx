import { Field, Select, TextInput } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import type { Question } from '../../rules/steps.ts';
import { TagField } from './tag-field.tsx';

interface QuestionFormProps {
  question: Question;
  faults: Readonly<Record<string, string>>;
  tags: readonly string[];
  set(question: Question): void;
}

const asked = {
  'bought-start': 'they bought since this began',
  'bought-ever': 'they ever bought',
  clicked: 'they clicked a link in these emails',
  tag: 'they have a tag',
  field: 'a field has a value',
};
type Asked = keyof typeof asked;

function firstOf(kind: Asked): Question {
  switch (kind) {
    case 'bought-start':
      return { is: 'bought', since: 'start' };
    case 'bought-ever':
      return { is: 'bought', since: 'ever' };
    case 'clicked':
      return { is: 'clicked' };
    case 'tag':
      return { is: 'tag', tag: '' };
    case 'field':
      return { is: 'field', name: '', value: '' };
  }
}

/** What a choice asks about the person, at the moment they come to it. */
export function QuestionForm({ question, faults, tags, set }: QuestionFormProps) {
  const kind: Asked = question.is === 'bought' ? `bought-${question.since}` : question.is;
  return (
    <Row gap={16} className="items-start">
      <Field label="If" compact hint="Asked when somebody comes to this step.">
        <Select value={kind} onChange={({ currentTarget }) => set(firstOf(currentTarget.value as Asked))}>
          {Object.entries(asked).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      {question.is === 'tag' && (
        <TagField
          tags={tags}
          value={question.tag}
          error={faults['when.tag']}
          set={(tag) => set({ ...question, tag })}
        />
      )}
      {question.is === 'field' && (
        <>
          <Field label="Field" compact error={faults['when.name']}>
            <TextInput
              value={question.name}
              placeholder="plan"
              onChange={({ currentTarget }) => set({ ...question, name: currentTarget.value })}
            />
          </Field>
          <Field label="Value" compact error={faults['when.value']}>
            <TextInput
              value={question.value}
              maxLength={200}
              onChange={({ currentTarget }) => set({ ...question, value: currentTarget.value })}
            />
          </Field>
        </>
      )}
    </Row>
  );
}

import { Field, Select } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import type { Question } from '../../rules/question.ts';
import { AskedFields } from '../asked-fields.tsx';

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
  field: 'they have something in a field',
  source: 'they came from somewhere',
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
    case 'source':
      return { is: 'source', contains: '' };
  }
}

/** What a choice asks about the person, at the moment they come to it. */
export function QuestionForm({ question, faults, tags, set }: QuestionFormProps) {
  const kind: Asked = question.is === 'bought' ? `bought-${question.since}` : question.is;
  const own = Object.fromEntries(
    Object.entries(faults).map(([field, words]) => [field.replace(/^when\./, ''), words]),
  );
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
      <AskedFields question={question} faults={own} tags={tags} set={set} />
    </Row>
  );
}

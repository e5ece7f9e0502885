import { useState } from 'react';
import type { Field as Asked, Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { understood } from '#features/documents/rules/writer/write.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Simple } from '../generator/question.tsx';

interface ClarifyProps {
  template: Template;
  questions: Asked[];
  found: Answers;
  /** What was answered before, and where each answer is kept. */
  given: Readonly<Record<string, string>>;
  onGiven: (answers: Record<string, string>) => void;
  onDone: (answers: Answers) => void;
  onBack: () => void;
}

/** What is essential and was not said. Every question may be left blank, and all of them skipped. */
export function Clarify({ template, questions, found, given, onGiven, onDone, onBack }: ClarifyProps) {
  const [answers, setAnswers] = useState<Record<string, string>>(given);
  const facts = understood(template, found);
  const say = (name: string) => (raw: string) => {
    const next = { ...answers, [name]: raw };
    setAnswers(next);
    onGiven(next);
  };
  return (
    <form
      aria-labelledby="clarify"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(
          Object.fromEntries(
            questions.map(({ name, kind }) => {
              const raw = answers[name]?.trim() ?? '';
              return [name, kind.type === 'party' && raw !== '' ? { name: raw } : raw];
            }),
          ),
        );
      }}
    >
      <h2 id="clarify" className="text-21 font-bold">
        {template.title}
      </h2>
      <p className="mt-4 text-muted">
        {facts.length > 0 ? 'Here’s what I understood. ' : ''}
        {questions.length === 1 ? 'One question left' : `${questions.length} questions left`}; leave blank
        what you don’t know yet.
      </p>
      {facts.length > 0 && (
        <dl className="mt-16 grid grid-cols-1 gap-x-24 gap-y-4 border-y border-hairline py-16 text-15 md:grid-cols-2">
          {facts.map(({ field, label, words }) => (
            <div key={field} className="flex min-w-0 gap-12">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{words}</dd>
            </div>
          ))}
        </dl>
      )}
      <Stack gap={8} className="mt-24 max-w-measure">
        {questions.map(({ name, label, why, example, kind }) =>
          kind.type === 'party' || kind.type === 'list' ? (
            <Field key={name} label={`${label}: name`} hint={why} optional>
              <TextInput
                value={answers[name] ?? ''}
                placeholder={example.split(' | ')[0] ?? ''}
                onChange={({ target }) => say(name)(target.value)}
              />
            </Field>
          ) : (
            <Simple
              key={name}
              kind={kind}
              label={label}
              hint={why}
              optional
              example={example.slice(0, 80)}
              raw={answers[name] ?? ''}
              onAnswer={say(name)}
            />
          ),
        )}
        <Row gap={8}>
          <Button type="submit" variant="primary">
            Write the draft
          </Button>
          <Button onClick={() => onDone({})}>Skip the questions</Button>
          <Button variant="quiet" onClick={onBack}>
            Change the request
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

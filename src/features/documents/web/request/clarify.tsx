import { type ReactNode, useState } from 'react';
import { countOf } from '#base/count.ts';
import { priceWords } from '#features/documents/rules/price-words.ts';
import { review } from '#features/documents/rules/answers/review.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { merged } from '#features/documents/rules/drafting/coming.ts';
import { allFields, type Field as Asked } from '#features/documents/rules/template/template.ts';
import { asksWho, pairOf, sideSaid, swapped, takenFor } from '#features/documents/rules/writer/sides.ts';
import { clarifying } from '#features/documents/rules/writer/write.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { ListQuestion } from '../generator/groups.tsx';
import { Simple } from '../generator/question.tsx';
import { today } from '../today.ts';
import { Facts, Gone, youWrote } from './facts.tsx';
import type { Given } from './kept-drafts.ts';
import type { Asking } from './understand.ts';

interface ClarifyProps {
  asking: Asking;
  /** Whether a document that costs something is the reader's already. */
  owns: (slug: string) => boolean;
  /** Where what is answered is kept. */
  onGiven: (given: Given) => void;
  onDone: (facts: Answers, answers: Answers, clauses: string[]) => void;
  onChoose: (slug: string, given: Given) => void;
  onBack: () => void;
}

/** A request as it was understood: what it says, to be put right, and what it leaves open. All of it may be skipped. */
export function Clarify({ asking, owns, onGiven, onDone, onChoose, onBack }: ClarifyProps) {
  const { template, request, found, unused, others } = asking;
  const [given, setGiven] = useState<Given>(asking.given);
  const say = (next: Partial<Given>) => {
    const all = { ...given, ...next };
    setGiven(all);
    onGiven(all);
  };
  const facts: Answers = given.facts ?? found;
  const clauses = given.clauses ?? [];
  const pieces = unused.flatMap(({ words, field }) => (field === null ? [words] : []));
  const fields = allFields(template);
  const wordsFor = (name: string) => unused.filter(({ field }) => field === name).map(({ words }) => words);
  // What was said of a question and not understood is asked with the words themselves.
  const isHeard = ({ name }: Asked) => found[name] === undefined && wordsFor(name).length > 0;
  const known = fields.filter((field) => facts[field.name] !== undefined && !isHeard(field));
  const gone = fields.filter(({ name }) => found[name] !== undefined && facts[name] === undefined);
  const asked = new Set(clarifying(template, facts, today()).map(({ name }) => name));
  const questions = fields.filter((field) => asked.has(field.name) || isHeard(field));

  const pair = pairOf(template);
  const said = sideSaid(template, request, found);
  const guessed = said ?? takenFor(template, request);
  const mine = given.side ?? said;
  const other = (side: string | null) => pair?.find(({ name }) => name !== side)?.name;
  const hasParty = pair?.some(({ name }) => facts[name] !== undefined) ?? false;
  const turn = () => {
    const side = other(given.side ?? guessed);
    say({ facts: swapped(template, facts), ...(side !== undefined && mine !== null && { side }) });
  };
  const choose = (side: string) =>
    say({ side, ...((given.side ?? guessed) !== side && { facts: swapped(template, facts) }) });
  const noteOf = (name: string) => (pair && name === mine ? ' (you)' : '');

  const typed = (answers: Readonly<Record<string, string>>): Answers =>
    Object.fromEntries(
      questions
        .filter(({ kind }) => kind.type !== 'list')
        .map(({ name, kind }) => {
          const raw = answers[name]?.trim() ?? '';
          return [name, kind.type === 'party' && raw !== '' ? { name: raw } : raw];
        }),
    );
  const done = (answers: Readonly<Record<string, string>>) => onDone(facts, typed(answers), clauses);
  const blanks = review(template, merged(facts, typed(given.answers)), today()).filter(
    ({ kind }) => kind === 'missing',
  );
  return (
    <form
      aria-labelledby="clarify"
      onSubmit={(event) => {
        event.preventDefault();
        done(given.answers);
      }}
    >
      <Sheet>
        <h2 id="clarify" className="text-21 font-bold">
          {template.title}
        </h2>
        {others.length > 0 && (
          <Row gap={8} role="group" aria-label="Not this document?" className="mt-8 text-15 text-muted">
            Not this document?
            {others.map(({ slug, title, ...cost }) => (
              <Button key={slug} size="tool" onClick={() => onChoose(slug, given)}>
                {title}
                {cost.price > 0 && !owns(slug) && `, ${priceWords(cost)}`}
              </Button>
            ))}
          </Row>
        )}
        {pair && (asksWho(template, request, found) || given.side !== undefined) && (
          <div className="mt-24">
            <RadioGroup
              label="Who are you in this?"
              across
              options={pair.map(({ name, label }) => ({ value: name, label }))}
              value={given.side ?? ''}
              onChange={choose}
            />
          </div>
        )}
        {(known.length > 0 || gone.length > 0) && (
          <section aria-labelledby="facts" className="mt-24">
            <Row gap={8} className="mb-8 justify-between">
              <h3 id="facts" className="text-17 font-bold">
                Here’s what I understood
              </h3>
              {hasParty && <Button onClick={turn}>The other way round</Button>}
            </Row>
            <Facts
              fields={known}
              facts={facts}
              noteOf={noteOf}
              wordsFor={wordsFor}
              onChange={(name, value) => say({ facts: { ...facts, [name]: value } })}
              onTakeOut={({ name }) => {
                const { [name]: _out, ...rest } = facts;
                say({ facts: rest });
              }}
            />
            <Gone fields={gone} onBack={({ name }) => say({ facts: { ...facts, [name]: found[name] } })} />
          </section>
        )}
        {pieces.length > 0 && (
          <Unplaced
            pieces={pieces}
            clauses={clauses}
            onTurn={(piece) =>
              say({
                clauses: clauses.includes(piece)
                  ? clauses.filter((one) => one !== piece)
                  : pieces.filter((one) => one === piece || clauses.includes(one)),
              })
            }
          />
        )}
        <section aria-labelledby="open" className="mt-24">
          <h3 id="open" className="text-17 font-bold">
            {questions.length === 0
              ? 'No questions left'
              : questions.length === 1
                ? 'One question left'
                : `${questions.length} questions left`}
          </h3>
          <p className="mt-4 text-muted">
            {questions.length > 0 && 'Leave blank what you don’t know yet. '}
            {blanks.length === 0
              ? 'The draft will have no blanks.'
              : `The draft will have ${countOf(blanks.length, 'blank')} and lead you to ${blanks.length === 1 ? 'it' : 'each'}.`}
          </p>
          <Stack gap={8} className="mt-16 max-w-measure">
            {questions.map((field) => (
              <Question
                key={field.name}
                field={field}
                note={noteOf(field.name)}
                said={wordsFor(field.name)}
                rows={facts[field.name]}
                onRows={(rows) => say({ facts: { ...facts, [field.name]: rows } })}
                raw={given.answers[field.name] ?? ''}
                onAnswer={(raw) => say({ answers: { ...given.answers, [field.name]: raw } })}
              />
            ))}
            <Row gap={8}>
              <Button type="submit" variant="primary">
                Write the draft
              </Button>
              {questions.length > 0 && <Button onClick={() => done({})}>Skip the questions</Button>}
              <Button variant="quiet" onClick={onBack}>
                Change the request
              </Button>
            </Row>
          </Stack>
        </section>
      </Sheet>
    </form>
  );
}

interface QuestionProps {
  field: Asked;
  note: string;
  /** What the request says of it. */
  said: readonly string[];
  rows: unknown;
  onRows: (rows: unknown) => void;
  raw: string;
  onAnswer: (raw: string) => void;
}

function Question({ field, note, said, rows, onRows, raw, onAnswer }: QuestionProps): ReactNode {
  const { label, why, example, kind } = field;
  const hint = said.length > 0 ? youWrote(said) : why;
  if (kind.type === 'list')
    return (
      <ListQuestion kind={kind} label={label} hint={hint} example={example} raw={rows} onAnswer={onRows} />
    );
  if (kind.type === 'party')
    return (
      <Field label={`${label}${note}: name`} hint={hint} optional>
        <TextInput
          value={raw}
          placeholder={example.split(' | ')[0] ?? ''}
          onChange={({ target }) => onAnswer(target.value)}
        />
      </Field>
    );
  return (
    <Simple
      kind={kind}
      label={label}
      hint={hint}
      optional
      example={example.slice(0, 80)}
      raw={raw}
      onAnswer={onAnswer}
    />
  );
}

interface UnusedProps {
  pieces: readonly string[];
  clauses: readonly string[];
  onTurn: (piece: string) => void;
}

/** What found no place in the document, each piece to be put in as it was said. */
const Unplaced = ({ pieces, clauses, onTurn }: UnusedProps) => (
  <section aria-labelledby="unused" className="mt-24">
    <h3 id="unused" className="text-17 font-bold">
      Not used
    </h3>
    <p className="mt-4 text-muted">
      No question of this document takes this. You can add it in your own words.
    </p>
    <ul className="mt-8 flex list-none flex-col">
      {pieces.map((piece) => {
        const isIn = clauses.includes(piece);
        const words = piece.length > 280 ? `${piece.slice(0, 280)}…` : piece;
        return (
          <li key={piece} className="flex flex-wrap items-center gap-8 border-t border-hairline py-8">
            <span className="min-w-0 flex-1 break-words">“{words}”</span>
            <Button size="tool" aria-pressed={isIn} onClick={() => onTurn(piece)}>
              {isIn ? 'Added: remove' : 'Add as a clause'}
            </Button>
          </li>
        );
      })}
    </ul>
  </section>
);

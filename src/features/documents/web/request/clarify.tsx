import { type ReactNode, useState } from 'react';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { allFields, type Field as Asked } from '#features/documents/rules/template/template.ts';
import { asksWho, pairOf, sideSaid, swapped, takenFor } from '#features/documents/rules/writer/sides.ts';
import { clarifying } from '#features/documents/rules/writer/write.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Simple } from '../generator/question.tsx';
import { today } from '../today.ts';
import { Facts, Gone } from './facts.tsx';
import type { Given } from './kept-drafts.ts';
import type { Asking } from './understand.ts';

interface ClarifyProps {
  asking: Asking;
  /** Where what is answered is kept. */
  onGiven: (given: Given) => void;
  onDone: (facts: Answers, answers: Answers, clauses: string[]) => void;
  onChoose: (slug: string, given: Given) => void;
  onBack: () => void;
}

/** A request as it was understood: what it says, to be put right, and what it leaves open. All of it may be skipped. */
export function Clarify({ asking, onGiven, onDone, onChoose, onBack }: ClarifyProps) {
  const { template, request, found, unused, others } = asking;
  const [given, setGiven] = useState<Given>(asking.given);
  const say = (next: Partial<Given>) => {
    const all = { ...given, ...next };
    setGiven(all);
    onGiven(all);
  };
  const facts: Answers = given.facts ?? found;
  const clauses = given.clauses ?? [];
  const fields = allFields(template);
  const known = fields.filter(({ name }) => facts[name] !== undefined);
  const gone = fields.filter(({ name }) => found[name] !== undefined && facts[name] === undefined);
  const questions = clarifying(template, facts, today());

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

  const done = (answers: Readonly<Record<string, string>>) =>
    onDone(
      facts,
      Object.fromEntries(
        questions.map(({ name, kind }) => {
          const raw = answers[name]?.trim() ?? '';
          return [name, kind.type === 'party' && raw !== '' ? { name: raw } : raw];
        }),
      ),
      clauses,
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
            {others.map(({ slug, title }) => (
              <Button key={slug} size="tool" onClick={() => onChoose(slug, given)}>
                {title}
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
              onChange={(name, value) => say({ facts: { ...facts, [name]: value } })}
              onTakeOut={({ name }) => {
                const { [name]: _out, ...rest } = facts;
                say({ facts: rest });
              }}
            />
            <Gone fields={gone} onBack={({ name }) => say({ facts: { ...facts, [name]: found[name] } })} />
          </section>
        )}
        {unused.length > 0 && (
          <Unused
            pieces={unused}
            clauses={clauses}
            onTurn={(piece) =>
              say({
                clauses: clauses.includes(piece)
                  ? clauses.filter((one) => one !== piece)
                  : unused.filter((one) => one === piece || clauses.includes(one)),
              })
            }
          />
        )}
        <section aria-labelledby="open" className="mt-24">
          <h3 id="open" className="text-17 font-bold">
            {questions.length === 0
              ? 'Nothing essential is left'
              : questions.length === 1
                ? 'One question left'
                : `${questions.length} questions left`}
          </h3>
          {questions.length > 0 && <p className="mt-4 text-muted">Leave blank what you don’t know yet.</p>}
          <Stack gap={8} className="mt-16 max-w-measure">
            {questions.map((field) => (
              <Question
                key={field.name}
                field={field}
                note={noteOf(field.name)}
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
  raw: string;
  onAnswer: (raw: string) => void;
}

function Question({ field: { label, why, example, kind }, note, raw, onAnswer }: QuestionProps): ReactNode {
  if (kind.type === 'party' || kind.type === 'list')
    return (
      <Field label={`${label}${note}: name`} hint={why} optional>
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
      hint={why}
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
const Unused = ({ pieces, clauses, onTurn }: UnusedProps) => (
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
              {isIn ? 'Added: take out' : 'Add as a clause'}
            </Button>
          </li>
        );
      })}
    </ul>
  </section>
);

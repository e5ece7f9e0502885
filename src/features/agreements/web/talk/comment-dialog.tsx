import { type FormEvent, useMemo, useState } from 'react';
import { randomText } from '#base/id.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select, TextArea } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { most } from '../../rules/addresses.ts';
import type { ShownAnswers } from '../../rules/comment-contract.ts';
import type { AgreementComment } from '../../rules/contract.ts';
import {
  type About,
  type AllBegun,
  type Begun,
  keyOf,
  type Standing,
  whereWords,
} from '../../rules/begun.ts';
import { isBegun } from '../../rules/unsent.ts';
import { blockAt, wordsOf } from '../../rules/places.ts';
import { partsOf } from '../../rules/parts.ts';
import { problemWords } from '../dates.ts';
import type { AgreementDoc } from '../doc-part.ts';
import { CommentText, placeWords } from './comments.tsx';
import { type At, type BegunNow, useBegunNow } from './use-older.ts';

export interface CommentBody {
  key: string;
  /** The one that it was written about. */
  version: number;
  place: string;
  text: string;
  words?: string;
  field?: string;
}

interface CommentDialogProps {
  /** null: closed; an empty place: the whole document. */
  at: At | null;
  onClose(): void;
  doc: AgreementDoc;
  /** Of `doc`. */
  version: number;
  /** Where the text of a version is. */
  pathOf(version: number): string;
  comments: readonly AgreementComment[];
  /** Null: the sender. */
  youAre: number | null;
  /** What was begun and not sent, as it was kept. */
  kept: unknown;
  keep(begun: AllBegun): void;
  /** The answers in the text, for whoever may propose another one. */
  answers?: ShownAnswers['answers'] | undefined;
  send(body: CommentBody): Promise<unknown>;
}

export function CommentDialog({ at, onClose, kept, pathOf, ...rest }: CommentDialogProps) {
  const now = useBegunNow(kept, { doc: rest.doc, version: rest.version, at, pathOf });
  return (
    <Dialog
      open={at !== null}
      onClose={onClose}
      title={at?.place === '' ? 'Comment on the document' : 'Comment or propose other words'}
    >
      {at !== null && <CommentForm key={keyOf(at)} first={at} onClose={onClose} now={now} {...rest} />}
    </Dialog>
  );
}

function CommentForm({
  first,
  onClose,
  doc,
  version,
  comments,
  youAre,
  now: { begun, aboutOf, standing },
  keep,
  answers = [],
  send,
}: Omit<CommentDialogProps, 'at' | 'kept' | 'pathOf'> & { first: At; now: BegunNow }) {
  const [opened, setAt] = useState(first);
  const [key, setKey] = useState(() => randomText(24));
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Another version may come while this is open, and what was written stays with its words.
  const at = waiting(begun, opened, version, standing) ?? opened;
  const home = standing(at);
  const goesOn = at.version !== version && home?.is === 'same' && !begun[keyOf(at)];
  const about = aboutOf(goesOn ? { version, place: home.place } : at);
  const isOlder = about.version !== version;
  const root = useMemo(() => rootOf(about.place, first), [about.place, first]);
  const parts = useMemo(() => (isOlder ? [] : partsOf(doc, root)), [doc, root, isOlder]);
  const quote = about.quote;
  const { text, words, field = null } = begun[keyOf(about)] ?? { text: '', words: null };
  const answer = words === null ? undefined : answers.find((one) => one.field === field);
  const set = (part: Partial<Begun>) => {
    setError(null);
    // Other words are another act: with the key of the former ones they would be taken for sent already.
    setKey(randomText(24));
    keep({ ...begun, [keyOf(about)]: { text, words, field, ...part, about } });
  };
  const canPropose = about.takes;
  const isProposal = words !== null && (answer !== undefined || (canPropose && field === null));
  const stands = answer ? answer.text : quote;
  const said = comments.filter((one) =>
    isOlder ? keyOf(one) === keyOf(about) : one.standing.place === about.place,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (isProposal && (words.trim() === '' || words.trim() === stands.trim()))
      return setError(`Change the ${answer ? 'answer' : 'words'}, or comment instead.`);
    if (!isProposal && text.trim() === '') return setError('Write a comment.');
    setBusy(true);
    setFailed(null);
    try {
      await send({
        key,
        // Of what an earlier release kept nobody knows the part any more.
        ...(about.version > 0 ? { version: about.version, place: about.place } : { version, place: '' }),
        text: text.trim(),
        ...(isProposal && { words: words.trim() }),
        ...(answer && { field: answer.field }),
      });
      const { [keyOf(about)]: _sent, ...others } = begun;
      keep(others);
      setKey(randomText(24));
      onClose();
    } catch (thrown) {
      setFailed(`${problemWords(thrown)} Your text is still here.`);
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={16}>
        {parts.length > 1 && (
          <Field label="About" compact>
            <Select value={about.place} onChange={({ target }) => setAt({ version, place: target.value })}>
              {parts.map((part) => (
                <option key={part.place} value={part.place}>
                  {part.label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {isOlder && <Before about={about} now={home} doc={doc} />}
        {quote && parts.length < 2 && (
          <blockquote className="line-clamp-3 border-l border-control pl-12 font-serif">{quote}</blockquote>
        )}
        {said.length > 0 && (
          <ul className="flex flex-col gap-12">
            {said.map((comment) => (
              <li key={comment.id}>
                {(isOlder || comment.standing.is !== 'same') && (
                  <p className="mb-4 text-13 break-words text-muted">{placeWords(doc, comment)}</p>
                )}
                <CommentText comment={comment} youAre={youAre} />
              </li>
            ))}
          </ul>
        )}
        {(canPropose || answers.length > 0) && (
          <Segments
            label="What you do"
            value={answer ? 'answer' : isProposal ? 'words' : 'comment'}
            onChange={(kind) =>
              set(
                kind === 'answer'
                  ? asked(answers.find((one) => quote.includes(one.text)) ?? answers[0])
                  : { words: kind === 'words' ? quote : null, field: null },
              )
            }
            options={[
              { value: 'comment', label: 'Comment' },
              ...(canPropose ? [{ value: 'words' as const, label: 'Propose other words' }] : []),
              ...(answers.length > 0 ? [{ value: 'answer' as const, label: 'Another answer' }] : []),
            ]}
          />
        )}
        {answer && (
          <Field label="Which answer" hint="It changes everywhere in the text." compact>
            <Select
              value={answer.field}
              onChange={({ target }) => set(asked(answers.find((one) => one.field === target.value)))}
            >
              {answers.map((one) => (
                <option key={one.field} value={one.field}>
                  {one.label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {isProposal ? (
          <>
            <Field label="What it should say" error={error} compact>
              <TextArea
                rows={answer ? 2 : 5}
                maxLength={most.words}
                value={words}
                className="font-serif"
                onChange={({ target }) => set({ words: target.value })}
              />
            </Field>
            <Field label="Why" optional compact>
              <TextArea
                rows={2}
                maxLength={most.comment}
                value={text}
                onChange={({ target }) => set({ text: target.value })}
              />
            </Field>
          </>
        ) : (
          <Field label="Your comment" error={error} compact>
            <TextArea
              rows={4}
              maxLength={most.comment}
              value={text}
              onChange={({ target }) => set({ text: target.value })}
            />
          </Field>
        )}
        {failed && <Notice kind="danger">{failed}</Notice>}
        <div className="ui-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy && 'Sending'}>
            {isProposal ? 'Send proposal' : 'Send comment'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** What was begun at this part while it said something else is gone on with first. */
function waiting(begun: AllBegun, at: At, version: number, standing: BegunNow['standing']): At | undefined {
  if (at.version !== version || begun[keyOf(at)]) return undefined;
  return Object.values(begun).find(({ about, ...one }) => {
    if (!about || about.version === version || !isBegun({ ...one, about })) return false;
    const stands = standing(about);
    return stands !== null && stands.is !== 'gone' && stands.place === at.place;
  })?.about;
}

/** The top part whose parts are offered; what was opened by itself stays by itself. */
const rootOf = (place: string, first: At): string =>
  first.place.includes('.') ? place : (place.split('.')[0] ?? '');

/** What was begun goes to the words it was begun with, whatever the text says now. */
function Before({ about, now, doc }: { about: About; now: Standing | null; doc: AgreementDoc }) {
  const block = now && now.is !== 'gone' ? blockAt(doc, now.place) : null;
  const words = block && now?.is === 'changed' ? wordsOf(block) : '';
  return (
    <Notice
      kind="warn"
      title={
        about.version === 0
          ? 'You began this before the text changed. It goes to the whole document.'
          : now
            ? whereWords(now, about.version, doc)
            : `About “${about.called}” in version ${about.version}`
      }
    >
      {words && <>Now it says: “{words}”</>}
    </Notice>
  );
}

/** Begins with the answer as it stands: most changes are small. */
const asked = (answer: ShownAnswers['answers'][number] | undefined): Partial<Begun> => ({
  words: answer?.text ?? null,
  field: answer?.field ?? null,
});

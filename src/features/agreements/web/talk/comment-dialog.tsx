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
import { blockAt, takesWords, wordsOf } from '../../rules/places.ts';
import { partsOf } from '../../rules/parts.ts';
import { problemWords } from '../dates.ts';
import type { AgreementDoc } from '../doc-part.ts';
import { CommentText } from './comments.tsx';

export interface Begun {
  text: string;
  /** What is proposed instead; null: only a comment. */
  words: string | null;
  /** The question that `words` is another answer to. */
  field?: string | null;
}

export interface CommentBody {
  key: string;
  place: string;
  text: string;
  words?: string;
  field?: string;
}

interface CommentDialogProps {
  /** null: closed; empty: the whole document. */
  place: string | null;
  onClose(): void;
  doc: AgreementDoc;
  comments: readonly AgreementComment[];
  /** Null: the sender. */
  youAre: number | null;
  /** What was begun and not sent, by place. */
  begun: Record<string, Begun>;
  keep(begun: Record<string, Begun>): void;
  /** The answers in the text, for whoever may propose another one. */
  answers?: ShownAnswers['answers'] | undefined;
  send(body: CommentBody): Promise<unknown>;
}

export function CommentDialog({ place, onClose, ...rest }: CommentDialogProps) {
  return (
    <Dialog
      open={place !== null}
      onClose={onClose}
      title={place === '' ? 'Comment on the document' : 'Comment or propose other words'}
    >
      {place !== null && <CommentForm key={place} first={place} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function CommentForm({
  first,
  onClose,
  doc,
  comments,
  youAre,
  begun,
  keep,
  answers = [],
  send,
}: Omit<CommentDialogProps, 'place'> & { first: string }) {
  const [place, setPlace] = useState(first);
  const [key, setKey] = useState(() => randomText(24));
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const parts = useMemo(() => partsOf(doc, first), [doc, first]);
  const block = blockAt(doc, place);
  const quote = block ? wordsOf(block) : '';
  const { text, words, field = null } = begun[place] ?? { text: '', words: null };
  const answer = words === null ? undefined : answers.find((one) => one.field === field);
  const set = (part: Partial<Begun>) => {
    setError(null);
    // Other words are another act: with the key of the former ones they would be taken for sent already.
    setKey(randomText(24));
    keep({ ...begun, [place]: { text, words, field, ...part } });
  };
  const canPropose = takesWords(block);
  const isProposal = words !== null && (answer !== undefined || (canPropose && field === null));
  const stands = answer ? answer.text : quote;
  const said = comments.filter((one) => one.place === place);

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
        place,
        text: text.trim(),
        ...(isProposal && { words: words.trim() }),
        ...(answer && { field: answer.field }),
      });
      const { [place]: _sent, ...others } = begun;
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
            <Select value={place} onChange={({ target }) => setPlace(target.value)}>
              {parts.map((part) => (
                <option key={part.place} value={part.place}>
                  {part.label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {quote && parts.length < 2 && (
          <blockquote className="line-clamp-3 border-l border-control pl-12 font-serif">{quote}</blockquote>
        )}
        {said.length > 0 && (
          <ul className="flex flex-col gap-12">
            {said.map((comment) => (
              <li key={comment.id}>
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

/** Begins with the answer as it stands: most changes are small. */
const asked = (answer: ShownAnswers['answers'][number] | undefined): Partial<Begun> => ({
  words: answer?.text ?? null,
  field: answer?.field ?? null,
});

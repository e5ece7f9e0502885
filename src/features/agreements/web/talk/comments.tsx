import { type ReactNode, useId } from 'react';
import { countOf } from '#base/count.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Tag } from '#ui/text.tsx';
import type { AgreementComment } from '../../rules/contract.ts';
import { whereWords } from '../../rules/begun.ts';
import { useDates } from '../dates.ts';
import type { AgreementDoc } from '../doc-part.ts';
import type { At } from './use-older.ts';

const outcomes = {
  taken: { words: 'Accepted', tone: 'ok' },
  refused: { words: 'Declined', tone: 'danger' },
  done: { words: 'Resolved', tone: 'ok' },
} as const;

/** One comment or proposal: who, when, and the words that should stand there instead. */
export function CommentText({ comment, youAre }: { comment: AgreementComment; youAre: number | null }) {
  const { moment } = useDates();
  const { author, person, at, text, words, label, quote, outcome, standing } = comment;
  const tag = outcome && outcomes[outcome];
  return (
    <article>
      <p className="flex flex-wrap items-center gap-8 text-13 text-muted">
        <span className="text-ink">{person === youAre ? 'You' : author}</span>
        <time dateTime={at}>{moment(at)}</time>
        {tag && <Tag tone={tag.tone}>{tag.words}</Tag>}
      </p>
      {words !== null && (
        <p className="mt-4 font-serif break-words">
          {label !== null && `${label}: `}
          {quote && (
            <>
              <del className="text-muted">{quote}</del>{' '}
            </>
          )}
          <ins className="ui-marked no-underline">{words}</ins>
        </p>
      )}
      {words === null && quote && (standing.is === 'changed' || standing.is === 'gone') && (
        <blockquote className="mt-4 line-clamp-3 border-l border-control pl-12 font-serif break-words">
          {quote}
        </blockquote>
      )}
      {text && <p className="mt-4 break-words whitespace-pre-wrap">{text}</p>}
    </article>
  );
}

interface CommentsProps {
  comments: readonly AgreementComment[];
  youAre: number | null;
  doc: AgreementDoc;
  /** Of `doc`. */
  version: number;
  /** Opens what is said about a part; absent where nothing can be said any more. */
  onOpen?: ((at: At) => void) | undefined;
  /** What its reader can do about one. */
  acts?: (comment: AgreementComment) => ReactNode;
}

/** Everything that was said about the text, what is open first. */
export function Comments({ comments, youAre, doc, version, onOpen, acts }: CommentsProps) {
  const id = useId();
  const open = comments.filter(({ outcome }) => outcome === null);
  const inOrder = [...open, ...comments.filter(({ outcome }) => outcome !== null)];
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-12 text-21">
        {open.length > 0 ? `${countOf(open.length, 'open comment')}` : 'Comments'}
      </h2>
      <Sheet>
        <ul className="-my-16">
          {inOrder.map((comment) => (
            <li key={comment.id} className="border-t border-hairline py-16 first:border-t-0">
              <p className="mb-4 text-13 break-words text-muted">{placeWords(doc, comment)}</p>
              <CommentText comment={comment} youAre={youAre} />
              <div className="ui-actions mt-8 empty:hidden">
                {acts?.(comment)}
                {onOpen && comment.outcome === null && (
                  <Button size="tool" onClick={() => onOpen(replyTo(comment, version))}>
                    Reply
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Sheet>
    </section>
  );
}

export function placeWords(doc: AgreementDoc, { standing, version, label }: AgreementComment): string {
  return label === null ? whereWords(standing, version, doc) : 'Another answer';
}

/** An answer is about the same words: those of the text that is out, or of the earlier one where they are gone. */
const replyTo = ({ standing, version, place }: AgreementComment, current: number): At =>
  standing.is === 'gone' ? { version, place } : { version: current, place: standing.place };

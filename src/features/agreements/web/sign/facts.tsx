import type { ReactNode } from 'react';
import { countOf } from '#base/count.ts';
import { Link } from '#ui/link.tsx';
import type { SigningView } from '../../rules/contract.ts';
import { personTags, roleWords } from '../../rules/people-words.ts';
import { useDates } from '../dates.ts';

/** Who else is asked, until when, and what the sender wrote: what somebody wants to know before they read. */
export function Facts({ view, file, children }: { view: SigningView; file: string; children?: ReactNode }) {
  const { day } = useDates();
  const { agreement, message, people, sender, versions } = view;
  const pages = versions.at(-1)?.pages ?? 0;
  const inOrder = new Set(people.filter(({ role }) => role !== 'copy').map(({ turn }) => turn)).size > 1;
  return (
    <div className="ui-sheet">
      {message && (
        <figure className="mb-16 border-b border-hairline pb-16">
          <blockquote className="text-15 break-words whitespace-pre-wrap">{message}</blockquote>
          <figcaption className="mt-4 text-13 text-muted">{sender.name}</figcaption>
        </figure>
      )}
      <dl className="flex flex-col gap-12 text-15">
        {agreement.state === 'out' && (
          <div>
            <dt className="text-13 text-muted">Answer by</dt>
            <dd>{day(agreement.expiresAt)}</dd>
          </div>
        )}
        <div>
          <dt className="text-13 text-muted">{inOrder ? 'One after the other' : 'People'}</dt>
          <dd>
            <ul className="flex flex-col gap-4">
              {people.map(({ n, name, isYou, role, state }) => (
                <li key={n} className="flex justify-between gap-12">
                  <span className="min-w-0 break-words">
                    {name}
                    {isYou && ' (you)'}
                  </span>
                  <span className="flex-none text-muted">
                    {state === 'signed' || state === 'approved' || state === 'declined'
                      ? personTags[state].words
                      : roleWords[role]}
                  </span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
        <div>
          <dt className="text-13 text-muted">File</dt>
          <dd>
            <Link href={file} target="_blank">
              {pages > 0 ? `PDF, ${countOf(pages, 'page')}` : 'PDF'}
            </Link>
          </dd>
        </div>
      </dl>
      {children && <div className="mt-16">{children}</div>}
    </div>
  );
}

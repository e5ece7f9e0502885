import { countOf } from '#base/count.ts';
import type { Revised } from '../../rules/revise-contract.ts';

const shownAtOnce = 12;

/** What is different from one text to the next, each with some words around it. */
export function Changes({ changes }: Pick<Revised, 'changes'>) {
  const line = ({ where, lead, before, after, trail }: Revised['changes'][number], at: number) => (
    <li key={at} className="border-t border-hairline py-12 first:border-t-0 first:pt-0">
      <p className="truncate text-13 text-muted">{where}</p>
      <p className="mt-4 font-serif break-words">
        {lead}
        {before && <del className="text-muted">{before}</del>}{' '}
        {after && <ins className="ui-marked no-underline">{after}</ins>}
        {trail}
      </p>
    </li>
  );
  const rest = changes.slice(shownAtOnce);
  return (
    <>
      <ul>{changes.slice(0, shownAtOnce).map(line)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-touch items-center">{countOf(rest.length, 'more change')}</summary>
          <ul>{rest.map(line)}</ul>
        </details>
      )}
    </>
  );
}

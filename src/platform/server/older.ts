import { type RawBuilder, sql } from 'kysely';
import type { Asked, DeskBlock } from './desk.ts';

/** Lists of a desk by time, the newest first, turn over page by page: what comes after the last one that was shown. */
export function olderThan({ before = '' }: Asked): RawBuilder<boolean> | null {
  // The database takes no NUL in a text.
  const [at = '', id = ''] = before.replaceAll('\0', '').split(',');
  return Number.isNaN(Date.parse(at))
    ? null
    : sql<boolean>`(created_at, id) < (${new Date(at)}::timestamptz, ${id})`;
}

/** The way to the next page, with what was asked for on this one; none if there is no more. */
export const olderLink = (asked: Asked, last: { created_at: Date; id: string } | undefined): DeskBlock[] =>
  last
    ? [
        {
          is: 'link',
          text: 'Older',
          href: `?${new URLSearchParams({ ...asked, before: `${last.created_at.toISOString()},${last.id}` }).toString()}`,
        },
      ]
    : [];

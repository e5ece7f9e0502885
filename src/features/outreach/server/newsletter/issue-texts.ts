import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { IssueFile } from './issue.ts';

/**
 * Keeps what a file says, so that it can be edited at the desk. What somebody wrote there is never overwritten by a
 * file: theirs may be the only copy.
 */
export async function keepFile(
  trx: AnyTransaction,
  { id, text }: Pick<IssueFile, 'id' | 'text'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    insert into newsletter_text as kept (id, text, made_at, changed_at) values (${id}, ${text}, ${now}, ${now})
    on conflict (id) do update set
      text = excluded.text,
      changed_at = case when kept.text = excluded.text then kept.changed_at else excluded.changed_at end,
      deleted_at = null
    where kept.changed_by is null or kept.text = excluded.text
    returning kept.id`.execute(trx);
  if (rows.length === 0)
    throw new Problem(
      'conflict',
      `The issue "${id}" was written or changed at the desk, and this file says something else. Send it from there, or give this one its own name: another file name, or another "issue:" in its front matter.`,
    );
}

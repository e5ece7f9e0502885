import type { Kysely } from 'kysely';
import { hours } from '#base/clock.ts';
import { endSession } from './sessions.ts';
import type { AccountTables } from './tables.ts';

type Db = Kysely<AccountTables>;

/**
 * A browser that waited too long goes offline and takes its try back. The answer may be on its way, or the server may
 * still be hashing: whichever comes first, no session stays behind that nobody knows of.
 */
export async function claimAttempt(
  db: Db,
  attempt: string | undefined,
  token: string,
  now: Date,
): Promise<boolean> {
  if (attempt === undefined) return true;
  const claimed = await db
    .insertInto('account_attempt')
    .columns(['id', 'session_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('account_session')
        .select((select) => [
          select.val(attempt).as('id'),
          'id as session_id',
          select.val(now).as('created_at'),
        ])
        .where('token', '=', token),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ session_id: eb.ref('excluded.session_id') }))
        // One session a try: a second use of the same id is as good as taken back.
        .where('account_attempt.abandoned', '=', false)
        .where('account_attempt.session_id', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!claimed) await endSession(db, token);
  return claimed !== undefined;
}

export async function abandonAttempt(db: Db, attempt: string, now: Date): Promise<void> {
  const { session_id } = await db
    .insertInto('account_attempt')
    .values({ id: attempt, session_id: null, abandoned: true, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ abandoned: true }))
    .returning('session_id')
    .executeTakeFirstOrThrow();
  if (session_id !== null) await db.deleteFrom('account_session').where('id', '=', session_id).execute();
}

export async function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('account_attempt')
    .where('created_at', '<', new Date(now.getTime() - hours(1)))
    .execute();
}

import { days, minutes } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { OperatorOnDuty } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mayUse, readName, type Right } from '../../rules/operators.ts';
import { doorWords } from '../door.ts';
import type { DeskTables } from '../tables.ts';
import { hashOf } from '../tickets.ts';

export type ApiKeys = ReturnType<typeof createApiKeys>;

const prefix = 'desk_';
const mostKeys = 20;
const mostDays = 366;
/** What was answered to a call is answered again so long. */
const callDays = 2;

export const apiWords = {
  noKey: 'Send a key of the desk: Authorization: Bearer desk_…',
  ended: 'This key has ended, or was revoked.',
  noRight: 'This key doesn’t have the right to do this, or its operator no longer has.',
} as const;

/** Keys by which an operator's own programs act at the desk: only a hash of each is stored. */
export function createApiKeys({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const tables = () => db.tables<DeskTables>();

  return {
    of: (operator: string) =>
      tables()
        .selectFrom('desk_api_key')
        .select(['id', 'name', 'rights', 'created_at', 'ends_at', 'used_at'])
        .where('operator_id', '=', operator)
        .orderBy('created_at')
        .execute(),

    /** Returns the key, which nobody can read again. */
    async make(operator: string, typed: { name: string; rights: Right[]; until: string }): Promise<string> {
      const wrong = (field: string, words: string) =>
        new Problem('bad_request', 'No key was made.', { fields: { [field]: words } });
      const name = readName(typed.name);
      if (name === null) throw wrong('name', 'Enter a name of up to 60 characters.');
      const now = clock.now();
      const endsAt = new Date(`${typed.until}T23:59:59Z`);
      const left = endsAt.getTime() - now.getTime();
      if (!/^\d{4}-\d{2}-\d{2}$/.test(typed.until) || !(left > 0 && left < days(mostDays + 1)))
        throw wrong('until', 'Choose a day within a year.');
      const token = prefix + randomText(40);
      await db.transaction<DeskTables, void>(async (trx) => {
        const standing = await trx
          .selectFrom('desk_operator')
          .select('rights')
          .where('id', '=', operator)
          .where('revoked_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!standing) throw new Problem('conflict', 'Only an operator of the desk has keys.');
        if (!typed.rights.every((right) => mayUse(standing.rights, right)))
          throw new Problem('forbidden', 'No key was made. Nobody gives a right that they don’t have.');
        const known = await trx
          .selectFrom('desk_api_key')
          .select('name')
          .where('operator_id', '=', operator)
          .execute();
        if (known.length >= mostKeys)
          throw new Problem('conflict', `${mostKeys} keys are the most. Revoke one of them first.`);
        if (known.some((each) => each.name.toLowerCase() === name.toLowerCase()))
          throw wrong('name', 'You have a key of this name. The record could not tell them apart.');
        await trx
          .insertInto('desk_api_key')
          .values({
            id: newId('deskKey'),
            operator_id: operator,
            name,
            hash: hashOf(token),
            rights: typed.rights,
            created_at: now,
            ends_at: endsAt,
            used_at: null,
          })
          .execute();
      });
      return token;
    },

    async revoke(operator: string, id: string): Promise<string> {
      const row = await tables()
        .deleteFrom('desk_api_key')
        .where('operator_id', '=', operator)
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', 'This key was revoked already.');
      return row.name;
    },

    /** A key has a right while both it and its operator have it, at this very moment. */
    async resolve(
      request: Request,
      right: Right | 'any',
      knows?: (operator: OperatorOnDuty) => void,
    ): Promise<OperatorOnDuty> {
      const [, token] =
        /^Bearer (desk_[a-z0-9]{40})$/i.exec(request.headers.get('authorization') ?? '') ?? [];
      if (token === undefined) throw new Problem('unauthenticated', apiWords.noKey);
      const now = clock.now();
      const row = await tables()
        .selectFrom('desk_api_key as k')
        .innerJoin('desk_operator as o', 'o.id', 'k.operator_id')
        .select([
          'k.id',
          'k.name',
          'k.rights',
          'k.used_at',
          'o.id as operator',
          'o.name as of',
          'o.rights as has',
        ])
        .where('k.hash', '=', hashOf(token))
        .where('k.ends_at', '>', now)
        .where('o.revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) throw new Problem('unauthenticated', apiWords.ended);
      const rights = row.rights.includes('everything')
        ? row.has
        : row.rights.filter((each) => mayUse(row.has, each));
      const operator = {
        id: row.operator,
        name: `${row.of}, key ${row.name}`,
        rights,
        session: row.id,
      };
      knows?.(operator);
      if (!mayUse(rights, right))
        throw new Problem('forbidden', right === 'any' ? doorWords.noRight : apiWords.noRight);
      if (!row.used_at || now.getTime() - row.used_at.getTime() > minutes(1))
        await tables()
          .updateTable('desk_api_key')
          .set({ used_at: now })
          .where('id', '=', row.id)
          .execute()
          .catch(() => {});
      return operator;
    },

    /**
     * Does something once for one key of a caller's, and answers a repetition with what it answered then. One that is
     * still under way, or was cut off in the middle, is answered by nobody: who sent it looks first. `kept`: what it is answered,
     * where that isn’t all.
     */
    async once(
      key: string,
      { idem, print }: { idem: string; print: string },
      work: () => Promise<{ status: number; answer: unknown; kept?: unknown }>,
    ): Promise<{ status: number; answer: unknown }> {
      const mine = { key_id: key, idem: hashOf(idem) };
      const begun = await tables()
        .insertInto('desk_api_call')
        .values({ ...mine, print: hashOf(print), at: clock.now(), status: null, answer: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('idem')
        .executeTakeFirst();
      if (!begun) {
        const row = await tables()
          .selectFrom('desk_api_call')
          .select(['print', 'status', 'answer'])
          .where('key_id', '=', key)
          .where('idem', '=', mine.idem)
          .executeTakeFirst();
        if (row && row.print !== hashOf(print))
          throw new Problem('conflict', 'This Idempotency-Key was used for something else.');
        if (row?.status == null)
          throw new Problem(
            'conflict',
            'This was begun before, and how it ended isn’t known yet. Look before you send it again.',
          );
        return { status: row.status, answer: row.answer };
      }
      const done = await work();
      await tables()
        .updateTable('desk_api_call')
        .set({ status: done.status, answer: JSON.stringify(done.kept ?? done.answer) })
        .where('key_id', '=', key)
        .where('idem', '=', mine.idem)
        .execute();
      return done;
    },

    async forget(): Promise<void> {
      const now = clock.now();
      await tables()
        .deleteFrom('desk_api_key')
        .where('ends_at', '<', new Date(now.getTime() - days(30)))
        .execute();
      await tables()
        .deleteFrom('desk_api_call')
        .where('at', '<', new Date(now.getTime() - days(callDays)))
        .execute();
    },
  };
}

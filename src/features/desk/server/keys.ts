import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { DeskTables } from './tables.ts';

export type Keys = ReturnType<typeof createKeys>;

/** What opens the desk as one operator: their passkeys, and the sessions that are open now. */
export function createKeys({ db }: Pick<Platform, 'db'>) {
  const tables = () => db.tables<DeskTables>();

  const passkeysOf = (operator: string) =>
    tables()
      .selectFrom('desk_passkey')
      .select(['id', 'name', 'created_at', 'used_at'])
      .where('operator_id', '=', operator)
      .orderBy('created_at')
      .execute();

  const sessionsOf = (operator: string) =>
    tables()
      .selectFrom('desk_session')
      .select(['id', 'device', 'network', 'created_at', 'used_at'])
      .where('operator_id', '=', operator)
      .orderBy('created_at')
      .execute();

  return {
    passkeysOf,
    sessionsOf,

    /** The passkey, and whatever it has opened; of sessions from before that was known, all. */
    async endPasskey(operator: string, id: string, by: string | undefined): Promise<string> {
      return db.transaction<DeskTables, string>(async (trx) => {
        await trx.selectFrom('desk_operator').select('id').where('id', '=', operator).forUpdate().execute();
        const all = await trx
          .selectFrom('desk_passkey')
          .select(['id', 'name'])
          .where('operator_id', '=', operator)
          .execute();
        const found = all.find((each) => each.id === id);
        if (!found) throw new Problem('not_found', 'This passkey was removed already.');
        if (operator === by && all.length === 1)
          throw new Problem('conflict', 'This is your only passkey. Add a device of yours first.');
        await trx.deleteFrom('desk_passkey').where('id', '=', id).execute();
        await trx
          .deleteFrom('desk_session')
          .where('operator_id', '=', operator)
          .where((or) => or.or([or('passkey_id', '=', id), or('passkey_id', 'is', null)]))
          .execute();
        return found.name;
      });
    },

    async endSession(operator: string, id: string): Promise<string> {
      const row = await tables()
        .deleteFrom('desk_session')
        .where('operator_id', '=', operator)
        .where('id', '=', id)
        .returning('device')
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', 'This session is over already.');
      return row.device;
    },
  };
}

import { days } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isStillRun, mayUse, readName, type Right } from '../rules/operators.ts';
import { createKeys } from './keys.ts';
import type { DeskTables, DeskTransaction } from './tables.ts';
import { hashOf } from './tickets.ts';

/** An operator, or words for whoever has the machine. */
type Maker = string | { id: string; name: string };

export interface OperatorRow {
  id: string;
  name: string;
  rights: Right[];
  createdAt: Date;
}

/** An invitation is for the person who was just told: a day is enough. */
const invitationDays = 1;

export type Operators = ReturnType<typeof createOperators>;

/** Who may sit at the desk. No account is one: an operator is a name, rights and passkeys. */
export function createOperators({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const tables = () => db.tables<DeskTables>();

  async function list(trx: Pick<DeskTransaction, 'selectFrom'> = tables()): Promise<OperatorRow[]> {
    const rows = await trx
      .selectFrom('desk_operator')
      .selectAll()
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute();
    return rows.map(({ id, name, rights, created_at }) => ({ id, name, rights, createdAt: created_at }));
  }

  const find = async (word: string): Promise<OperatorRow | undefined> =>
    (await list()).find(({ id, name }) => id === word || name.toLowerCase() === word.toLowerCase());

  async function byName(word: string): Promise<OperatorRow> {
    const found = await find(word);
    if (!found) throw new Problem('not_found', `There is no operator ${word}.`);
    return found;
  }

  /** The link's secret; it works once, for a day. */
  async function mint(values: {
    operatorId: string | null;
    name: string;
    rights: Right[];
    madeBy: Maker;
  }): Promise<string> {
    const token = randomText(40);
    const now = clock.now();
    await tables()
      .insertInto('desk_invitation')
      .values({
        hash: hashOf(token),
        operator_id: values.operatorId,
        name: values.name,
        rights: values.rights,
        made_by: typeof values.madeBy === 'string' ? values.madeBy : values.madeBy.name,
        made_by_id: typeof values.madeBy === 'string' ? null : values.madeBy.id,
        created_at: now,
        expires_at: new Date(now.getTime() + days(invitationDays)),
      })
      .execute();
    return token;
  }

  /** Nobody may take the desk's last key away from there; at the machine itself it can be done and undone. */
  async function changed<R>(
    id: string,
    rights: readonly Right[],
    byDesk: boolean,
    change: (trx: DeskTransaction) => Promise<R>,
  ): Promise<R> {
    return db.transaction<DeskTables, R>(async (trx) => {
      // One at a time, or two operators could each leave the other as the last one.
      await trx.selectFrom('desk_operator').select('id').forUpdate().execute();
      if (byDesk && !isStillRun(await list(trx), id, rights))
        throw new Problem('conflict', 'Someone must be left who may do everything.');
      return change(trx);
    });
  }

  return {
    list,
    byName,
    keys: createKeys({ db }),

    /** For somebody new, or by `again` for one who lost their passkeys. */
    async invite(given: string, rights: Right[], madeBy: Maker, again = false): Promise<string> {
      const name = readName(given);
      if (name === null)
        throw new Problem(
          'bad_request',
          'Enter a name of up to 60 characters, in the letters of one script.',
        );
      const known = await find(name);
      if (known && !again)
        throw new Problem(
          'conflict',
          `${known.name} is an operator already. Choose another name, so that the record can tell them apart.`,
        );
      return mint({ operatorId: known?.id ?? null, name, rights: known?.rights ?? rights, madeBy });
    },

    /** For another device of the same operator. */
    inviteDevice: async ({ id, name, rights }: { id: string; name: string; rights: readonly Right[] }) =>
      mint({ operatorId: id, name, rights: [...rights], madeBy: { id, name } }),

    /** While nobody sits at the desk: one link, those before it no longer work. */
    async inviteFirst(): Promise<string> {
      await tables().deleteFrom('desk_invitation').where('made_by', '=', firstStart).execute();
      return mint({ operatorId: null, name: '', rights: ['everything'], madeBy: firstStart });
    },

    async invitations() {
      const rows = await tables()
        .selectFrom('desk_invitation')
        .select(['hash', 'name', 'rights', 'made_by', 'expires_at'])
        .where('expires_at', '>', clock.now())
        .orderBy('created_at')
        .execute();
      return rows.map(({ hash, name, rights, made_by, expires_at }) => ({
        id: hash,
        name,
        rights,
        madeBy: made_by,
        expiresAt: expires_at,
      }));
    },

    async withdraw(id: string): Promise<string> {
      const row = await tables()
        .deleteFrom('desk_invitation')
        .where('hash', '=', id)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', 'This invitation was used or withdrawn.');
      return row.name;
    },

    /** The invitation that a link holds, while it counts. */
    async invitation(token: string) {
      const row = await tables()
        .selectFrom('desk_invitation')
        .selectAll()
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', invitationOver);
      return row;
    },

    /** Takes the invitation and says whose it is now: of two that use it at once, one. */
    async accept(trx: DeskTransaction, token: string, name: string): Promise<string> {
      // Before the invitation, as whoever changes rights does: neither waits for the other for ever.
      const standing = await trx
        .selectFrom('desk_operator')
        .select(['id', 'rights'])
        .where('revoked_at', 'is', null)
        .forShare()
        .execute();
      const row = await trx
        .deleteFrom('desk_invitation')
        .where('hash', '=', hashOf(token))
        .where('expires_at', '>', clock.now())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', invitationOver);
      const maker = standing.find(({ id }) => id === row.made_by_id);
      // Nobody gives what they no longer have, nor after they left.
      if (row.made_by_id !== null && !maker) throw new Problem('not_found', invitationOver);
      if (row.operator_id !== null) {
        const still = standing.find(({ id }) => id === row.operator_id);
        if (!still) throw new Problem('not_found', invitationOver);
        return still.id;
      }
      if (maker && !row.rights.every((right) => mayUse(maker.rights, right)))
        throw new Problem('not_found', invitationOver);
      const made = await trx
        .insertInto('desk_operator')
        .values({
          id: newId('operator'),
          name: row.name || name,
          rights: row.rights,
          created_at: clock.now(),
          revoked_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made)
        throw new Problem('conflict', `${row.name || name} is an operator already. Choose another name.`);
      return made.id;
    },

    setRights: (id: string, rights: Right[], byDesk: boolean): Promise<void> =>
      changed(id, rights, byDesk, async (trx) => {
        await trx.updateTable('desk_operator').set({ rights }).where('id', '=', id).execute();
        await trx.deleteFrom('desk_invitation').where('made_by_id', '=', id).execute();
      }),

    /** From the next request on they are nobody; what they did stays in the record. */
    revoke: (id: string, byDesk: boolean): Promise<void> =>
      changed(id, [], byDesk, async (trx) => {
        await trx
          .updateTable('desk_operator')
          .set({ revoked_at: clock.now() })
          .where('id', '=', id)
          .execute();
        await trx.deleteFrom('desk_invitation').where('made_by_id', '=', id).execute();
        for (const table of ofOperator) await trx.deleteFrom(table).where('operator_id', '=', id).execute();
      }),
  };
}

/** What ends with an operator; what they did stays. */
const ofOperator = [
  'desk_session',
  'desk_passkey',
  'desk_invitation',
  'desk_summary',
  'desk_push',
  'desk_notice',
  'desk_api_key',
] as const;

const firstStart = 'first start';
const invitationOver =
  'This invitation was used, withdrawn or is more than a day old. Ask for a new one, or run: npm run hub -- desk invite';

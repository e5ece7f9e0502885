import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Room } from '#features/plans/server/public.ts';
import { whenThere } from '#platform/server/files/file-store.ts';
import type { Platform } from '#platform/server/platform.ts';
import { giftKindOf, giftKindWords, giftName, giftText, mostGiftBytes } from '../rules/gift.ts';
import { isReally } from './gift-content.ts';
import type { FunnelTables } from './tables.ts';

/** As long as a picture that stands nowhere is kept: an earlier version may be taken up again. */
const unusedDays = 30;
const fileKey = (name: string) => `funnel-gifts/${name}`;

/** Files that forms promise: named by what is in them, and given out by whoever owns them alone. */
export function createGiftFiles(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  within: Room['within'],
) {
  const tables = () => db.tables<FunnelTables>();

  return {
    /** As it stands in the field of a form. */
    async keep(owner: string, given: string, bytes: Uint8Array): Promise<string> {
      const fileName = giftName(given);
      const kind = giftKindOf(fileName);
      if (bytes.byteLength === 0) throw new Problem('bad_request', 'This file is empty. Choose another one.');
      if (bytes.byteLength > mostGiftBytes)
        throw new Problem(
          'too_large',
          'This file is larger than 20 MB. Make it smaller, then choose it again.',
        );
      if (!kind) throw new Problem('wrong_type', `This file type isn’t supported. ${giftKindWords}`);
      if (!isReally(kind, bytes))
        throw new Problem(
          'wrong_type',
          `This file isn’t what its name says (.${kind}). Open it, save it again, then choose it.`,
        );
      const name = `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;
      const row = { owner_id: owner, name, at: clock.now(), bytes: bytes.byteLength, file_name: fileName };
      const isNew = await db.transaction<FunnelTables, boolean>(async (trx) =>
        within(trx, owner, async () => {
          const { fresh } = await trx
            .insertInto('funnel_gift_file')
            .values(row)
            .onConflict((known) =>
              known
                .columns(['owner_id', 'name'])
                .doUpdateSet({ bytes: row.bytes, at: row.at, file_name: row.file_name }),
            )
            // Of a row that was there, it names whose change it is.
            .returning(sql<boolean>`xmax = 0`.as('fresh'))
            .executeTakeFirstOrThrow();
          return fresh;
        }),
      );
      try {
        await whenThere('Couldn’t save this file. Try again in a moment.', async () => {
          if (!(await files.has(fileKey(name)))) await files.put(fileKey(name), bytes);
        });
      } catch (error) {
        // What was not taken, such as a virus, is not promised either.
        const mine = tables().deleteFrom('funnel_gift_file').where('owner_id', '=', owner);
        if (isNew) await mine.where('name', '=', name).execute();
        throw error;
      }
      return giftText({ file: name, bytes: bytes.byteLength, name: fileName });
    },

    /**
     * Null where this owner has none by that name: who knows what is in somebody else's file by its name has not been
     * given it.
     */
    async open(owner: string, name: string) {
      const mine = await tables()
        .selectFrom('funnel_gift_file')
        .select('name')
        .where('owner_id', '=', owner)
        .where('name', '=', name)
        .executeTakeFirst();
      return mine ? files.get(fileKey(name)) : null;
    },

    /** Which of these an owner has; all of them where none are named. */
    async among(owner: string, names?: string[]): Promise<string[]> {
      if (names?.length === 0) return [];
      let mine = tables()
        .selectFrom('funnel_gift_file')
        .select('name')
        .where('owner_id', '=', owner)
        .orderBy('name')
        .limit(5000);
      if (names) mine = mine.where('name', 'in', names);
      return (await mine.execute()).map(({ name }) => name);
    },

    /** Files that no form of their owner promises any more, in no earlier version and on no page either. */
    async forgetUnused(): Promise<void> {
      const since = new Date(clock.now().getTime() - days(unusedDays));
      const owners = await tables()
        .selectFrom('funnel_gift_file')
        .select('owner_id')
        .distinct()
        .where('owner_id', '<>', '')
        .where('at', '<', since)
        .limit(20)
        .execute();
      for (const { owner_id: owner } of owners)
        await db.transaction<FunnelTables, void>(async (trx) => {
          // Nothing is saved meanwhile that would promise one.
          await trx
            .selectFrom('funnel_owner')
            .select('seq')
            .where('owner_id', '=', owner)
            .forUpdate()
            .execute();
          await sql`
            with texts as (
              select doc::text as text from funnel where owner_id = ${owner}
              union all select doc::text from funnel_version where owner_id = ${owner}
              union all select facts::text || coalesce(other_facts::text, '') from funnel_page where owner_id = ${owner}
            ), used as (
              select distinct found[1] as name
              from texts, regexp_matches(text, '"([0-9a-f]{64}\\.[a-z0-9]{2,4}) [0-9]', 'g') as found
            )
            update funnel_gift_file set at = ${clock.now()}
            where owner_id = ${owner} and at < ${since} and name in (select name from used)`.execute(trx);
          const gone = await trx
            .deleteFrom('funnel_gift_file')
            .where('owner_id', '=', owner)
            .where('at', '<', since)
            .returning('name')
            .execute();
          await ownedByNone(
            trx,
            gone.map(({ name }) => name),
            clock.now(),
          );
        });
    },

    /** What nobody owns any more. */
    async tidy(): Promise<void> {
      const orphans = await tables()
        .selectFrom('funnel_gift_file')
        .select('name')
        .where('owner_id', '=', '')
        .limit(500)
        .execute();
      for (const { name } of orphans) {
        const owned = await tables()
          .selectFrom('funnel_gift_file')
          .select('name')
          .where('name', '=', name)
          .where('owner_id', '<>', '')
          .executeTakeFirst();
        if (!owned) await files.delete(fileKey(name));
        await tables()
          .deleteFrom('funnel_gift_file')
          .where('owner_id', '=', '')
          .where('name', '=', name)
          .execute();
      }
    },
  };
}

export type GiftFiles = ReturnType<typeof createGiftFiles>;

/** Marked for the next round of `tidy`, which deletes the file if nobody else has it. */
export async function ownedByNone(
  trx: Pick<Kysely<FunnelTables>, 'insertInto'>,
  names: string[],
  at: Date,
): Promise<void> {
  if (names.length === 0) return;
  await trx
    .insertInto('funnel_gift_file')
    .values(names.map((name) => ({ owner_id: '', name, at, bytes: 0, file_name: '' })))
    .onConflict((known) => known.columns(['owner_id', 'name']).doNothing())
    .execute();
}

import { type Kysely, sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { AnyKysely, Database } from '#platform/server/database/database.ts';
import { mayDelete } from '#platform/server/files/deleting.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import type { Log } from '#platform/server/log.ts';
import type { SavedTables } from './tables.ts';

type Kind = SavedTables['saved_kept_file']['kind'];

export interface KeptFile {
  key: string;
  owner: string;
  template: string;
  kind: Kind;
  hash: string;
  bytes: number;
}

/** What no write takes up is forgotten in a week. */
const untakenDays = 7;
/** For a copy of the files that somebody makes after one of the tables. */
const letGoDays = 1;
const lookAgainDays = 30;
/** What an account has let go of and still lies there counts nowhere: so much of it may lie. */
const mostLetGoBytes = 32 * 1024 * 1024;

const after = (at: Date, n: number): Date => new Date(at.getTime() + days(n));

/** Before the file is put there, so that no file is without its line, whoever dies in between. */
export const expectFile = (db: AnyKysely, file: KeptFile, now: Date) =>
  sql`
    insert into saved_kept_file (key, owner_id, template_id, kind, hash, bytes, look_at)
    values (${file.key}, ${file.owner}, ${file.template}, ${file.kind}, ${file.hash}, ${file.bytes}, ${after(now, untakenDays)})
    on conflict (key) do update set bytes = excluded.bytes, is_let_go = false,
      look_at = greatest(saved_kept_file.look_at, excluded.look_at)`.execute(db);

/** Something names these no longer; they go unless something else does. */
export const letGo = (trx: AnyKysely, keys: string[], now: Date) =>
  sql`
    update saved_kept_file set is_let_go = true, look_at = least(look_at, ${after(now, letGoDays)})
    where key = any(${keys})`.execute(trx);

/** The same for wholes of other texts than this template has now; they no longer count. */
export const letWholesGo = (trx: AnyKysely, owner: string, template: string, but: string, now: Date) =>
  sql`
    with gone as (
      update saved_kept_file set is_let_go = true, look_at = least(look_at, ${after(now, letGoDays)})
      where owner_id = ${owner} and template_id = ${template} and kind = 'whole' and hash <> ${but} and not is_let_go
      returning key
    )
    delete from saved_file where key in (select key from gone)`.execute(trx);

/** Gone for good: looked at next, also those that this template only shared. */
export const letAllGo = (
  trx: AnyKysely,
  owner: string,
  of: { template: string; keys: string[] } | 'all',
  now: Date,
) =>
  sql`
    update saved_kept_file set is_let_go = true, look_at = ${now}
    where owner_id = ${owner} and ${of === 'all' ? sql`true` : sql`(template_id = ${of.template} or key = any(${of.keys}))`}`.execute(
    trx,
  );

interface Tools {
  db: Database;
  files: Pick<FileStore, 'delete'>;
  now(): Date;
  log: Pick<Log, 'error'>;
}

/** Deletes files that nothing names, under the lock of their owner's writes. */
export function createSweep({ db, files, now, log }: Tools) {
  async function sweep(keys: { key: string; owner_id: string }[]): Promise<void> {
    for (const { key, owner_id } of keys) {
      const goesOn = await db
        .transaction<SavedTables, boolean>(async (trx) => {
          if (!(await mayDelete(trx))) return false;
          await trx
            .selectFrom('saved_owner')
            .select('seq')
            .where('owner_id', '=', owner_id)
            .forUpdate()
            .execute();
          // An upload that comes meanwhile waits for this line, and puts its file there after it.
          const line = await trx
            .selectFrom('saved_kept_file')
            .selectAll()
            .where('key', '=', key)
            .where('look_at', '<=', now())
            .forUpdate()
            .executeTakeFirst();
          if (!line) return true;
          const mine = trx.updateTable('saved_kept_file').where('key', '=', key);
          if (await isNamed(trx, line)) {
            await mine.set({ look_at: after(now(), lookAgainDays), is_let_go: false }).execute();
            return true;
          }
          await files.delete(key);
          await trx.deleteFrom('saved_file').where('key', '=', key).execute();
          await trx.deleteFrom('saved_kept_file').where('key', '=', key).execute();
          return true;
        })
        .catch((error: unknown) => {
          log.error('couldn’t delete a file that no template names yet', { error });
          return true;
        });
      // The next look comes after the backup.
      if (!goesOn) return;
    }
  }

  return {
    due: async () =>
      sweep(
        await db
          .tables<SavedTables>()
          .selectFrom('saved_kept_file')
          .select(['key', 'owner_id'])
          .where('look_at', '<=', now())
          .orderBy('look_at')
          .limit(1000)
          .execute(),
      ),

    /** After a write: of more than may lie there, what was let go of first is deleted at once. */
    async bounded(owner: string): Promise<void> {
      const { rows } = await sql<{ key: string; owner_id: string }>`
        with lying as (
          select key, sum(bytes) over (order by look_at desc, key) as bytes from saved_kept_file
          where owner_id = ${owner} and is_let_go
        )
        update saved_kept_file k set look_at = ${now()} from lying
        where k.key = lying.key and lying.bytes > ${mostLetGoBytes} returning k.key, k.owner_id`.execute(
        db.tables(),
      );
      await sweep(rows);
    },
  };
}

export type Sweep = ReturnType<typeof createSweep>;

async function isNamed(trx: Kysely<SavedTables>, line: SavedTables['saved_kept_file']): Promise<boolean> {
  const { owner_id, template_id, hash } = line;
  const mine = sql`select from saved_template where owner_id = ${owner_id} and not is_purged`;
  const by: Record<Kind, ReturnType<typeof sql>> = {
    content: sql`exists (${mine} and content_hash = ${hash})
      or exists (select from saved_version where owner_id = ${owner_id} and content_hash = ${hash})`,
    logo: sql`exists (${mine} and logo_file->>'hash' = ${hash} and logo_file->>'of' = logo_version::text)`,
    whole: sql`exists (${mine} and id = ${template_id} and rest->>'isCompressed' = 'true'
      and coalesce(content_hash, encode(sha256(convert_to(content, 'UTF8')), 'hex')) = ${hash})`,
  };
  const { rows } = await sql<{ named: boolean }>`select ${by[line.kind]} as named`.execute(trx);
  return rows[0]?.named === true;
}

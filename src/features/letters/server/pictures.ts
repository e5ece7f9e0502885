import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { pictureFacts } from '#features/branding/rules/picture.ts';
import type { Room } from '#features/plans/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { whenThere } from '#platform/server/files/file-store.ts';
import type { Platform } from '#platform/server/platform.ts';
import { addressesOf, type Block, isOwnPicture, picturePath } from '../rules/blocks.ts';
import { heavyPictureBytes } from '../rules/warnings.ts';
import type { LetterTables, PictureRow } from './tables.ts';

export const mostPictureBytes = 2 * 1024 * 1024;
/** A phone draws all of it in its memory, however small the file is. */
const mostSide = 4096;
const mostPoints = 12_000_000;
/** More than anybody looks through. */
const mostPictures = 500;
const fileKey = (name: string) => `letter-pictures/${name}`;

/** What a file shows, by its own first bytes; refused in words where it's no picture for mail. */
function read(bytes: Uint8Array): { kind: string; width: number; height: number } {
  const facts = pictureFacts(bytes);
  if (!facts || facts.kind === 'svg')
    throw new Problem('wrong_type', 'This file type isn’t supported. Use a PNG, JPEG, GIF or WebP file.');
  if (bytes.byteLength > mostPictureBytes)
    throw new Problem('too_large', 'This image is larger than 2 MB. Make it smaller, then choose it again.');
  if (!facts.size)
    throw new Problem('wrong_type', 'This file is damaged. Save it again or choose another one.');
  const { width, height } = facts.size;
  if (Math.max(width, height) > mostSide || width * height > mostPoints)
    throw new Problem(
      'too_large',
      `This image is ${width} × ${height} pixels, which is too large. Make it smaller, then choose it again.`,
    );
  return { kind: facts.kind, width, height };
}

/** Pictures of mail. One that went out is asked for as long as anybody keeps the mail: it goes only when its owner says so. */
export function createPictures(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  within: Room['within'],
) {
  const listed = (owner: string): Promise<PictureRow[]> =>
    db
      .tables<LetterTables>()
      .selectFrom('letter_picture')
      .selectAll()
      .where('owner_id', '=', owner)
      .orderBy('at', 'desc')
      .orderBy('name')
      .limit(mostPictures)
      .execute();

  return {
    listed,
    open: (name: string) => files.get(fileKey(name)),

    async keep(owner: string, bytes: Uint8Array): Promise<PictureRow> {
      const { kind, width, height } = read(bytes);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const row = { owner_id: owner, hash, at: clock.now(), bytes: bytes.byteLength, width, height };
      const kept = await db.transaction<LetterTables, PictureRow>((trx) =>
        within(trx, owner, async () => {
          // Room stands in line for each member, so nobody counts beside this.
          const { n } = await trx
            .selectFrom('letter_picture')
            .select((all) => all.fn.countAll<number>().as('n'))
            .where('owner_id', '=', owner)
            .where('hash', '<>', hash)
            .executeTakeFirstOrThrow();
          if (Number(n) >= mostPictures)
            throw new Problem(
              'limit_reached',
              `You already have ${mostPictures} pictures for emails. Delete some you no longer use.`,
            );
          return trx
            .insertInto('letter_picture')
            .values({ ...row, name: `${randomText(32)}.${kind}` })
            .onConflict((known) =>
              known.columns(['owner_id', 'hash']).where('owner_id', '<>', '').doUpdateSet({ at: row.at }),
            )
            .returningAll()
            .executeTakeFirstOrThrow();
        }),
      );
      await whenThere('Couldn’t save this image. Try again in a moment.', async () => {
        if (!(await files.has(fileKey(kept.name)))) await files.put(fileKey(kept.name), bytes);
      });
      return kept;
    },

    async remove(owner: string, name: string): Promise<void> {
      const gone = await db.transaction<LetterTables, boolean>(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('letter_picture')
          .set({ owner_id: '' })
          .where('owner_id', '=', owner)
          .where('name', '=', name)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
      if (!gone) throw new Problem('not_found', 'This picture is no longer here.');
    },

    /** Files that nobody owns any more. */
    async tidy(): Promise<void> {
      const tables = db.tables<LetterTables>();
      const orphans = await tables
        .selectFrom('letter_picture')
        .select('name')
        .where('owner_id', '=', '')
        .limit(500)
        .execute();
      for (const { name } of orphans) {
        await files.delete(fileKey(name));
        await tables
          .deleteFrom('letter_picture')
          .where('owner_id', '=', '')
          .where('name', '=', name)
          .execute();
      }
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;

/** With the account, its pictures go. */
export async function forgetPictures(trx: AnyTransaction, owner: string): Promise<void> {
  await tablesOf<LetterTables>(trx)
    .updateTable('letter_picture')
    .set({ owner_id: '' })
    .where('owner_id', '=', owner)
    .execute();
}

export async function letterBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) as bytes from letter_picture where owner_id = ${uid}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** How many of the pictures that these blocks show are heavier than a phone should load. */
export async function heavyIn(db: AnyKysely, owner: string, blocks: readonly Block[]): Promise<number> {
  const names = blocks
    .flatMap(addressesOf)
    .filter(([field, to]) => field === 'picture' && isOwnPicture(to))
    .map(([, to]) => to.slice(picturePath.length));
  if (names.length === 0) return 0;
  const rows = await tablesOf<LetterTables>(db)
    .selectFrom('letter_picture')
    .select('name')
    .where('owner_id', '=', owner)
    .where('name', 'in', names)
    .where('bytes', '>', heavyPictureBytes)
    .execute();
  return rows.length;
}

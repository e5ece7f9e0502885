import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { fromBase64, pictureFacts } from '#features/branding/rules/picture.ts';
import type { Room } from '#features/plans/server/public.ts';
import { whenThere } from '#platform/server/files/file-store.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Block, Funnel } from '../rules/contract.ts';
import { specOf, type FieldSpec } from '../rules/blocks.ts';
import type { FunnelTables } from './tables.ts';

export const mostPictureBytes = 2 * 1024 * 1024;
/** After which a picture that stands nowhere goes: until then a page that was begun without a network may bring it. */
const unusedDays = 30;
const fileKey = (name: string) => `funnel-pictures/${name}`;

/** Pictures of pages: named by what is in them, so that one address always shows the same. */
export function createPictures(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  within: Room['within'],
) {
  async function keep(owner: string, bytes: Uint8Array): Promise<string> {
    const facts = pictureFacts(bytes);
    if (!facts || facts.kind === 'svg')
      throw new Problem('wrong_type', 'This file type isn’t supported. Use a PNG, JPEG, WebP or GIF file.');
    if (bytes.byteLength > mostPictureBytes)
      throw new Problem(
        'too_large',
        'This image is larger than 2 MB. Make it smaller, then choose it again.',
      );
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${facts.kind}`;
    const row = { owner_id: owner, name, at: clock.now(), bytes: bytes.byteLength };
    await db.transaction<FunnelTables, void>(async (trx) =>
      within(trx, owner, async () => {
        await trx
          .insertInto('funnel_picture')
          .values(row)
          .onConflict((known) =>
            known.columns(['owner_id', 'name']).doUpdateSet({ bytes: row.bytes, at: row.at }),
          )
          .execute();
      }),
    );
    const words = 'Couldn’t save this image. Try again in a moment.';
    await whenThere(words, async () => {
      if (!(await files.has(fileKey(name)))) await files.put(fileKey(name), bytes);
    });
    return `/f/-/${name}`;
  }

  /** Who shows a picture that this hub has holds it, too: it stays when whoever brought it lets it go. */
  async function share(owner: string, funnel: Funnel): Promise<void> {
    const names = [...new Set(JSON.stringify(funnel).match(/(?<=\/f\/-\/)[0-9a-f]{64}\.[a-z]+/g))];
    if (names.length === 0) return;
    await db.transaction<FunnelTables, void>((trx) =>
      within(trx, owner, async () => {
        await sql`
          insert into funnel_picture (owner_id, name, at, bytes)
          select distinct on (name) ${owner}, name, ${clock.now()}::timestamptz, bytes from funnel_picture
          where name = any(${names}) and owner_id <> ${owner}
          on conflict (owner_id, name) do nothing`.execute(trx);
      }),
    );
  }

  return {
    keep,
    open: (name: string) => files.get(fileKey(name)),

    /** Pictures that came inside the funnel get an address of their own. */
    async settled(owner: string, funnel: Funnel): Promise<Funnel> {
      const keepText = async (value: string): Promise<string> => {
        const body = /^data:image\/[a-z]+;base64,(.*)$/.exec(value)?.[1];
        return body === undefined ? value : keep(owner, fromBase64(body));
      };
      const settle = async (fields: readonly FieldSpec[], values: Record<string, string>) => {
        const all = { ...values };
        for (const { name, kind } of fields) {
          const value = kind === 'picture' ? all[name] : undefined;
          if (value) all[name] = await keepText(value);
        }
        return all;
      };
      const steps: Funnel['steps'] = [];
      const settleAll = async (all: readonly Block[]): Promise<Block[]> => {
        const blocks: Block[] = [];
        for (const block of all) {
          const spec = specOf(block.type);
          const items: typeof block.items = [];
          for (const item of block.items) items.push(await settle(spec.items?.fields ?? [], item));
          blocks.push({ ...block, values: await settle(spec.fields, block.values), items });
        }
        return blocks;
      };
      for (const step of funnel.steps)
        steps.push({
          ...step,
          blocks: await settleAll(step.blocks),
          ...(step.other && { other: { blocks: await settleAll(step.other.blocks) } }),
        });
      const settled = {
        ...funnel,
        steps,
        style: { ...funnel.style, logo: await keepText(funnel.style.logo) },
      };
      await share(owner, settled);
      return settled;
    },

    /**
     * Pictures that stand on no page of their owner any more, in no earlier version either: what a deleted funnel showed
     * gives its room back. Those that do are looked for again a month later.
     */
    async forgetUnused(): Promise<void> {
      const since = new Date(clock.now().getTime() - days(unusedDays));
      const owners = await db
        .tables<FunnelTables>()
        .selectFrom('funnel_picture')
        .select('owner_id')
        .distinct()
        .where('owner_id', '<>', '')
        .where('at', '<', since)
        .limit(20)
        .execute();
      for (const { owner_id: owner } of owners)
        await db.transaction<FunnelTables, void>(async (trx) => {
          // Nothing is saved meanwhile that would show one.
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
              union all select html || coalesce(other_html, '') from funnel_page where owner_id = ${owner}
            ), used as (
              select distinct found[1] as name from texts, regexp_matches(text, '/f/-/([0-9a-f]{64}\\.[a-z]+)', 'g') as found
            )
            update funnel_picture set at = ${clock.now()}
            where owner_id = ${owner} and at < ${since} and name in (select name from used)`.execute(trx);
          const gone = await trx
            .deleteFrom('funnel_picture')
            .where('owner_id', '=', owner)
            .where('at', '<', since)
            .returning('name')
            .execute();
          if (gone.length > 0)
            await trx
              .insertInto('funnel_picture')
              .values(gone.map(({ name }) => ({ owner_id: '', name, at: clock.now() })))
              .onConflict((known) => known.columns(['owner_id', 'name']).doNothing())
              .execute();
        });
    },

    /** What nobody owns any more. */
    async tidy(): Promise<void> {
      const tables = db.tables<FunnelTables>();
      const orphans = await tables
        .selectFrom('funnel_picture')
        .select('name')
        .where('owner_id', '=', '')
        .limit(500)
        .execute();
      for (const { name } of orphans) {
        const owned = await tables
          .selectFrom('funnel_picture')
          .select('name')
          .where('name', '=', name)
          .where('owner_id', '<>', '')
          .executeTakeFirst();
        if (!owned) await files.delete(fileKey(name));
        await tables
          .deleteFrom('funnel_picture')
          .where('owner_id', '=', '')
          .where('name', '=', name)
          .execute();
      }
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;

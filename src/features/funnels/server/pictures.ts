import { createHash } from 'node:crypto';
import { Problem } from '#base/problem.ts';
import { fromBase64, pictureFacts } from '#features/branding/rules/picture.ts';
import type { Room } from '#features/plans/server/public.ts';
import { whenThere } from '#platform/server/files/file-store.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Funnel } from '../rules/contract.ts';
import { specOf, type FieldSpec } from '../rules/blocks.ts';
import type { FunnelTables } from './tables.ts';

export const mostPictureBytes = 2 * 1024 * 1024;
const fileKey = (name: string) => `funnel-pictures/${name}`;

/** Pictures of pages: named by what is in them, so that one address always shows the same. */
export function createPictures(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  within: Room['within'],
) {
  async function keep(owner: string, bytes: Uint8Array): Promise<string> {
    const facts = pictureFacts(bytes);
    if (!facts || facts.kind === 'svg')
      throw new Problem(
        'wrong_type',
        'This is no picture that can be used here. Take a PNG, JPEG, WebP or GIF file.',
      );
    if (bytes.byteLength > mostPictureBytes)
      throw new Problem(
        'too_large',
        'This picture is larger than 2 MB. Make it smaller, then choose it again.',
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
    const words = 'This picture cannot be kept right now. Try again in a moment.';
    await whenThere(words, async () => {
      if (!(await files.has(fileKey(name)))) await files.put(fileKey(name), bytes);
    });
    return `/f/-/${name}`;
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
      for (const step of funnel.steps) {
        const blocks: typeof step.blocks = [];
        for (const block of step.blocks) {
          const spec = specOf(block.type);
          const items: typeof block.items = [];
          for (const item of block.items) items.push(await settle(spec.items?.fields ?? [], item));
          blocks.push({ ...block, values: await settle(spec.fields, block.values), items });
        }
        steps.push({ ...step, blocks });
      }
      return { ...funnel, steps, style: { ...funnel.style, logo: await keepText(funnel.style.logo) } };
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

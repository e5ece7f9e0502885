import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { isWholeOf } from '../rules/content.ts';
import { templateId, wholeAnswer } from '../rules/contract.ts';
import { sizes } from '../rules/sizes.ts';
import { keptKey } from './file-names.ts';
import { expectFile, letWholesGo, type Sweep } from './kept-files.ts';
import type { SavedRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { contentOf, countFile, sha256, templateFile, textOf, type TemplateFiles } from './template-files.ts';

const one = z.object({ id: templateId });

/** All of the text that this row has cut, where it was brought here. */
export async function wholeOfRow(
  files: TemplateFiles,
  row: SavedRow,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!row.rest.isCompressed) return null;
  const content = await contentOf(files, row);
  return content && files.readWhole(row.owner_id, row.id, new TextDecoder().decode(content));
}

interface WholeTools {
  db: Database;
  files: TemplateFiles;
  within: Room['within'];
  now(): Date;
  sweep: Pick<Sweep, 'bounded'>;
}

/**
 * Beside a content that was cut to what a record holds lies all of it, so that every device has it. Nothing names its
 * version: it is the whole of the present content, by its own letters, or it is none.
 */
export function wholeRoutes({ db, files, within, now, sweep }: WholeTools): Route[] {
  const rowOf = (tables: Kysely<SavedTables>, owner: string, id: string) =>
    tables
      .selectFrom('saved_template')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .where('is_purged', '=', false);

  return [
    route({
      access: 'member',
      method: 'GET',
      path: '/api/saved/:id/whole',
      summary: 'Get the full text of a template that was cut for length',
      params: one,
      answer: 'raw',
      async handle({ viewer, params }) {
        const row = await rowOf(db.tables<SavedTables>(), viewer.uid, params.id).executeTakeFirst();
        const bytes = row && (await wholeOfRow(files, row));
        if (!bytes) throw new Problem('not_found');
        return templateFile(bytes, 'text/html; charset=utf-8', 'whole.html', null);
      },
    }),
    route({
      access: 'member',
      method: 'PUT',
      path: '/api/saved/:id/whole',
      summary: 'Upload the full text of a template that was cut for length',
      params: one,
      answer: wholeAnswer,
      limit: { name: 'saved-whole', max: 60, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, params, request }) {
        const bytes = await readBody(request, sizes.wholeBytes);
        const whole = textOf(bytes);
        const keep = async (trx: Transaction<SavedTables>): Promise<Uint8Array> => {
          const row = await rowOf(trx, viewer.uid, params.id).forUpdate().executeTakeFirst();
          if (!row) throw new Problem('not_found');
          const content = await contentOf(files, row);
          if (!content || !isWholeOf(whole, new TextDecoder().decode(content)))
            throw new Problem('conflict', 'This isn’t the full text of what is saved here now.');
          const facts = {
            owner: viewer.uid,
            template: row.id,
            kind: 'whole',
            hash: sha256(content),
          } as const;
          const key = keptKey(facts.owner, facts.kind, facts.hash, facts.template);
          await expectFile(trx, { ...facts, key, bytes: bytes.byteLength }, now());
          await countFile(trx, viewer.uid, key, bytes.byteLength);
          await letWholesGo(trx, viewer.uid, row.id, facts.hash, now());
          return content;
        };
        const content = await db.transaction<SavedTables, Uint8Array>((trx) =>
          within(trx, viewer.uid, () => keep(trx)),
        );
        // A text that takes this one's place meanwhile has a whole by another name.
        await files.keepWhole(viewer.uid, params.id, content, bytes);
        await sweep.bounded(viewer.uid);
        return { length: whole.length };
      },
    }),
  ];
}

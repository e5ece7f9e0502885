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
import type { SavedRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import {
  contentOf,
  countFile,
  fileKeys,
  templateFile,
  textOf,
  type TemplateFiles,
} from './template-files.ts';

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
}

/**
 * Beside a content that was cut to what a record holds lies all of it, so that every device has it. Nothing names its
 * version: it is the whole of the present content, by its own letters, or it is none.
 */
export function wholeRoutes({ db, files, within }: WholeTools): Route[] {
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
        const keep = async (trx: Transaction<SavedTables>): Promise<void> => {
          // No other text takes this one's place while its whole is put there.
          const row = await rowOf(trx, viewer.uid, params.id).forUpdate().executeTakeFirst();
          if (!row) throw new Problem('not_found');
          const content = await contentOf(files, row);
          if (!content || !isWholeOf(whole, new TextDecoder().decode(content)))
            throw new Problem('conflict', 'This isn’t the full text of what is saved here now.');
          await countFile(trx, viewer.uid, fileKeys(viewer.uid, row.id).whole, bytes.byteLength);
        };
        await db.transaction<SavedTables, void>(async (trx) => {
          await within(trx, viewer.uid, () => keep(trx));
          await files.keepWhole(viewer.uid, params.id, bytes);
        });
        return { length: whole.length };
      },
    }),
  ];
}

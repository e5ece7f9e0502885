import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import {
  addBody,
  changeBody,
  changesAnswer,
  removeBody,
  restoreBody,
  savedApi,
  searchAnswer,
  templateAnswer,
  templateId,
  uploadAnswer,
  writeAnswer,
} from '../rules/contract.ts';
import { wellFormed } from '../rules/fit.ts';
import { cacheSeconds, sizes } from '../rules/sizes.ts';
import { beginning, changesAfter, type Feed } from './changes.ts';
import { changeStream, placeOf } from './events.ts';
import { headOfRow, type SavedRow, templateOfRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { contentOf, templateFile, textOf, type TemplateFiles } from './template-files.ts';
import { writerOf } from './versions.ts';
import type { Writes, WriteTools } from './writes.ts';

export interface RouteTools extends Pick<WriteTools, 'db'> {
  files: TemplateFiles;
  writes: Writes;
  feed: Feed;
  /** Whether the session of this request is still that person's. */
  isStillHere(request: Request, uid: string): Promise<boolean>;
  heartbeatMs: number;
}

const one = z.object({ id: templateId });
const whole = z._default(z.coerce.number<string>().check(z.int(), z.minimum(0)), 0);
const place = z.object({ after: whole, epoch: z.optional(z.string().check(z.maxLength(100))) });
/** Escaped, a text of the longest kind takes six times its characters. */
const maxBody = 4 * 1024 * 1024;
const member = { access: 'member' } as const;
/** Far more than a device sends after a week without a network; each write leaves a line behind for good. */
const write = { name: 'saved-write', max: 3000, perSeconds: 3600, by: 'viewer' } as const;

export function savedRoutes({ db, files, writes, feed, isStillHere, heartbeatMs }: RouteTools): Route[] {
  async function rowOf(owner: string, id: string): Promise<SavedRow> {
    const row = await db
      .tables<SavedTables>()
      .selectFrom('saved_template')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || row.is_purged) throw new Problem('not_found');
    return row;
  }

  return [
    route({
      ...member,
      method: 'GET',
      path: '/api/saved/events',
      summary: 'Stream changes to your saved templates',
      description: 'Server-sent events. Resumes after Last-Event-ID.',
      query: place,
      answer: 'raw',
      async handle({ viewer, request, query }) {
        const after = placeOf(request.headers.get('last-event-id'), query.after);
        const from = await beginning(db, viewer.uid, after, query.epoch ?? null);
        return changeStream(viewer.uid, from, request.signal, {
          feed,
          heartbeatMs,
          isStillHere: () => isStillHere(request, viewer.uid),
        });
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: savedApi.changes,
      summary: 'List changes to your saved templates since a given version',
      query: place,
      answer: changesAnswer,
      async handle({ viewer, query }) {
        const { after, epoch, isAnew } = await beginning(db, viewer.uid, query.after, query.epoch ?? null);
        return { ...(await changesAfter(db, viewer.uid, after)), epoch, isAnew };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: savedApi.search,
      summary: 'Search the text of your saved templates',
      description: 'Returns the IDs of the templates that contain every word.',
      query: z.object({ q: z.string().check(z.minLength(1), z.maxLength(200)) }),
      answer: searchAnswer,
      limit: { name: 'saved-search', max: 120, perSeconds: 60, by: 'viewer' },
      handle: async ({ viewer, query }) => ({ ids: await search(db, viewer.uid, wellFormed(query.q)) }),
    }),
    route({
      ...member,
      method: 'POST',
      path: savedApi.all,
      summary: 'Save a new template',
      body: addBody,
      maxBody,
      answer: writeAnswer,
      limit: write,
      handle: ({ viewer, request, body }) =>
        writes.add(viewer.uid, wellFormed(body), writerOf(viewer, request)),
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/saved/:id',
      summary: 'Get a saved template',
      params: one,
      answer: templateAnswer,
      async handle({ viewer, params }) {
        const row = await rowOf(viewer.uid, params.id);
        return { template: templateOfRow(row), head: headOfRow(row) };
      },
    }),
    route({
      ...member,
      method: 'PATCH',
      path: '/api/saved/:id',
      summary: 'Update a saved template',
      description: 'A conflicting edit is saved as a copy.',
      asksSession: true,
      params: one,
      body: changeBody,
      maxBody,
      answer: writeAnswer,
      handle: ({ viewer, params, body, session, request }) =>
        writes.change(viewer.uid, params.id, wellFormed(body), { by: writerOf(viewer, request), session }),
    }),
    route({
      ...member,
      method: 'DELETE',
      path: '/api/saved/:id',
      summary: 'Delete a saved template',
      description: 'Moves it to the bin for 30 days, or deletes it permanently.',
      params: one,
      body: removeBody,
      answer: writeAnswer,
      limit: write,
      handle: ({ viewer, params, body }) =>
        writes.remove(viewer.uid, params.id, body.key, body.base, body.forGood === true),
    }),
    route({
      ...member,
      method: 'POST',
      path: '/api/saved/:id/restore',
      summary: 'Restore a saved template from the bin',
      params: one,
      body: restoreBody,
      answer: writeAnswer,
      handle: ({ viewer, params, body }) => writes.restore(viewer.uid, params.id, body.key),
    }),
    route({
      ...member,
      method: 'PUT',
      path: '/api/saved/:id/upload/:part',
      summary: 'Upload the content or logo of a large template',
      params: z.object({ id: templateId, part: z.enum(['content', 'logo']) }),
      answer: uploadAnswer,
      limit: { name: 'saved-upload', max: 240, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, params: { id, part }, request }) {
        const bytes = await readBody(request, sizes.uploadBytes);
        const contentLength = part === 'content' ? textOf(bytes).length : pngLength(bytes);
        return { upload: await files.receive(viewer.uid, id, part, bytes), contentLength };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/saved/:id/content',
      summary: 'Download the content of a saved template',
      params: one,
      query: z.object({ v: whole }),
      answer: 'raw',
      async handle({ viewer, params, query }) {
        const row = await rowOf(viewer.uid, params.id);
        const bytes = await contentOf(files, row);
        if (!bytes) throw new Problem('not_found');
        const isThis = query.v === row.content_version;
        return templateFile(
          bytes,
          'text/html; charset=utf-8',
          'content.html',
          isThis ? cacheSeconds.content : null,
        );
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/saved/:id/logo',
      summary: 'Download the logo of a saved template',
      params: one,
      query: z.object({ v: whole }),
      answer: 'raw',
      async handle({ viewer, params, query }) {
        const row = await rowOf(viewer.uid, params.id);
        const bytes = row.logo_version === null ? null : await files.readLogo(row);
        if (!bytes) throw new Problem('not_found');
        return templateFile(
          bytes,
          'image/png',
          'logo.png',
          query.v === row.logo_version ? cacheSeconds.logo : null,
        );
      },
    }),
  ];
}

const pngMark = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
function pngLength(bytes: Uint8Array): number {
  if (pngMark.some((byte, index) => bytes[index] !== byte))
    throw new Problem('wrong_type', 'The logo isn’t a PNG image.');
  return bytes.byteLength;
}

async function search(db: RouteTools['db'], owner: string, query: string): Promise<string[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 10);
  let found = db
    .tables<SavedTables>()
    .selectFrom('saved_template')
    .select('id')
    .where('owner_id', '=', owner)
    .where('is_purged', '=', false);
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    found = found.where(
      sql<boolean>`(name ilike ${pattern} or coalesce(search_text, regexp_replace(content, '<[^>]*>', ' ', 'g')) ilike ${pattern})`,
    );
  }
  return (await found.limit(5000).execute()).map(({ id }) => id);
}

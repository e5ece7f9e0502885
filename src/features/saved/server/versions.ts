import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { deviceWords } from '#features/accounts/rules/device.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { ChangeBody } from '../rules/contract.ts';
import {
  nameBody,
  ofTemplate,
  oneVersion,
  oneVersionAnswer,
  proposedBody,
  type RestoreVersionAnswer,
  restoreVersionAnswer,
  restoreVersionBody,
  useBody,
  versionsAnswer,
  versionsQuery,
  versionText,
} from '../rules/versions-contract.ts';
import { versionBounds, type VersionUse, type Writer } from '../rules/versions.ts';
import type { SavedRow } from './rows.ts';
import { presentVersion, shown, textFrom, versionColumns, type VersionRow } from './version-rows.ts';
import type { SavedRest, SavedTables } from './tables.ts';
import type { TemplateFiles } from './template-files.ts';
import type { By, Writes } from './writes.ts';

/** Who wrote, for whoever looks through the versions later; the session itself is no name. */
export const writerOf = (viewer: Extract<Viewer, { kind: 'member' }>, request: Request): Writer => ({
  device: deviceWords(request.headers.get('user-agent')),
  writer: createHash('sha256').update(viewer.sessionId).digest('hex').slice(0, 16),
});

const page = 30;
const anyVersion = 2_147_483_647;

interface Tools {
  db: Database;
  files: TemplateFiles;
  writes: Writes;
}

export function versionRoutes({ db, files, writes }: Tools): Route[] {
  const tables = db.tables<SavedTables>();

  async function presentRow(owner: string, id: string): Promise<SavedRow> {
    const row = await tables
      .selectFrom('saved_template')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .where('is_purged', '=', false)
      .executeTakeFirst();
    if (!row) throw new Problem('not_found');
    return row;
  }

  /** One version with its text, the present one or a former one. */
  async function rowOf(
    owner: string,
    id: string,
    version: number,
  ): Promise<VersionRow & { isCurrent: boolean }> {
    const present = await presentRow(owner, id);
    if (present.content_version === version) return { ...presentVersion(present), isCurrent: true };
    const row = await tables
      .selectFrom('saved_version')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('template_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', 'This version is no longer in the list. Refresh the page.');
    return { ...row, isCurrent: false };
  }

  async function textOf(
    owner: string,
    id: string,
    row: VersionRow & { isCurrent: boolean },
  ): Promise<string> {
    if (row.content_hash === null) return row.content ?? '';
    const bytes = row.isCurrent
      ? await files.read(owner, id, row.content_hash)
      : await files.readVersion(owner, id, row.version, row.content_hash);
    if (!bytes) throw new Problem('unavailable', 'The text of this version couldn’t be loaded. Try again.');
    return new TextDecoder().decode(bytes);
  }

  /** Says something of a version; the present one says it in its own row. */
  async function mark(
    owner: string,
    id: string,
    version: number,
    set: { name?: string | null; used?: VersionUse },
  ): Promise<boolean> {
    const put = JSON.stringify(set);
    const empty = JSON.stringify({ begun: null, at: null, device: '', writer: '', how: 'saved' });
    const { rows } = await sql<{ version: number }>`
      with present as (
        update saved_template t set written = jsonb_strip_nulls(case when (t.written->>'of' = t.content_version::text) is true
            then t.written else ${empty}::jsonb || jsonb_build_object('of', t.content_version,
              'begun', to_jsonb(t.updated_at), 'at', to_jsonb(t.updated_at)) end || ${put}::jsonb)
        where t.owner_id = ${owner} and t.id = ${id} and t.content_version = ${version} and not t.is_purged
        returning t.content_version as version
      ), former as (
        update saved_version v set written = jsonb_strip_nulls(coalesce(v.written, ${empty}::jsonb
            || jsonb_build_object('of', v.version, 'begun', to_jsonb(v.at), 'at', to_jsonb(v.at))) || ${put}::jsonb)
        where v.owner_id = ${owner} and v.template_id = ${id} and v.version = ${version}
        returning v.version
      ) select version from present union all select version from former`.execute(tables);
    return rows.length > 0;
  }

  /** A text takes the place of the present one, which is kept and named in the answer. */
  async function write(
    owner: string,
    id: string,
    key: string,
    content: string,
    rest: SavedRest,
    by: By['by'],
  ): Promise<RestoreVersionAnswer> {
    const present = await presentRow(owner, id);
    const body = { key, base: anyVersion, fields: [], formData: {}, ...rest, content } as ChangeBody;
    const answer = await writes.change(owner, id, body, { by });
    // Of the same text nothing was kept.
    const kept = await tables
      .selectFrom('saved_version')
      .select('version')
      .where('owner_id', '=', owner)
      .where('template_id', '=', id)
      .where('version', '=', present.content_version)
      .executeTakeFirst();
    return { ...answer, former: kept?.version ?? null };
  }

  async function namedCount(owner: string, id: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from saved_version
      where owner_id = ${owner} and template_id = ${id} and written->>'name' <> ''`.execute(tables);
    return rows[0]?.count ?? 0;
  }

  return [
    route({
      access: 'member',
      method: 'GET',
      path: '/api/saved/:id/versions',
      summary: 'List the versions of a saved template',
      description: 'The newest first, 30 at a time. `before` is the last version you have.',
      params: ofTemplate,
      query: versionsQuery,
      answer: versionsAnswer,
      limit: { name: 'saved-versions', max: 240, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, request, params: { id }, query }) {
        const present = await presentRow(viewer.uid, id);
        const former = await tables
          .selectFrom('saved_version')
          .select(versionColumns)
          .where('owner_id', '=', viewer.uid)
          .where('template_id', '=', id)
          .where('version', '<', query.before ?? present.content_version)
          .orderBy('version', 'desc')
          .limit(page + 1)
          .execute();
        const { writer } = writerOf(viewer, request);
        const isFirst = query.before === undefined || query.before > present.content_version;
        return {
          name: present.name,
          versions: [
            ...(isFirst ? [shown(presentVersion(present), true, writer)] : []),
            ...former.slice(0, page).map((row) => shown(row, false, writer)),
          ],
          more: former.length > page,
        };
      },
    }),
    route({
      access: 'member',
      method: 'GET',
      path: '/api/saved/:id/versions/:version',
      summary: 'Get one version of a saved template with its text',
      params: oneVersion,
      answer: versionText,
      limit: { name: 'saved-version', max: 600, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, params: { id, version } }) {
        const row = await rowOf(viewer.uid, id, version);
        return textFrom(row, await textOf(viewer.uid, id, row));
      },
    }),
    route({
      access: 'member',
      method: 'PATCH',
      path: '/api/saved/:id/versions/:version',
      summary: 'Name a version of a saved template',
      description: 'A named version is always kept. An empty name removes it.',
      params: oneVersion,
      body: nameBody,
      answer: oneVersionAnswer,
      limit: { name: 'saved-version-name', max: 120, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, request, params: { id, version }, body: { name } }) {
        const { writer } = writerOf(viewer, request);
        const clean = name.replaceAll('\0', '').toWellFormed();
        const before = await rowOf(viewer.uid, id, version);
        const isNew = clean !== '' && !before.written?.name;
        if (isNew && (await namedCount(viewer.uid, id)) >= versionBounds.named)
          throw new Problem(
            'limit_reached',
            `A template has at most ${versionBounds.named} named versions. Remove the name of another one first.`,
          );
        if (!(await mark(viewer.uid, id, version, { name: clean || null }))) throw new Problem('not_found');
        const row = await rowOf(viewer.uid, id, version);
        return { version: shown(row, row.isCurrent, writer) };
      },
    }),
    route({
      access: 'member',
      method: 'POST',
      path: '/api/saved/:id/versions/:version/restore',
      summary: 'Restore a version of a saved template',
      description: 'Its text and answers become a new version. Nothing is lost.',
      params: oneVersion,
      body: restoreVersionBody,
      answer: restoreVersionAnswer,
      limit: { name: 'saved-version-restore', max: 60, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, request, params: { id, version }, body: { key } }) {
        const row = await rowOf(viewer.uid, id, version);
        const content = await textOf(viewer.uid, id, row);
        const by = { ...writerOf(viewer, request), how: 'restored' as const, from: version };
        return write(viewer.uid, id, key, content, row.rest, by);
      },
    }),
    route({
      access: 'member',
      method: 'POST',
      path: '/api/saved/:id/versions/:version/proposed',
      summary: 'Save a text in which proposals to a version were taken or refused',
      params: oneVersion,
      body: proposedBody,
      maxBody: 3_500_000,
      answer: restoreVersionAnswer,
      limit: { name: 'saved-version-restore', max: 60, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, request, params: { id, version }, body: { key, content } }) {
        const { rest } = await rowOf(viewer.uid, id, version);
        const { _edited: _before, ...formData } = rest.formData ?? {};
        // Its text is no longer what its answers make.
        const answers = '_document' in formData ? { ...formData, _edited: true } : formData;
        const by = { ...writerOf(viewer, request), how: 'proposed' as const, from: version };
        return write(viewer.uid, id, key, content, { ...rest, formData: answers }, by);
      },
    }),
    route({
      access: 'member',
      method: 'POST',
      path: '/api/saved/:id/versions/use',
      summary: 'Record that the present version left as a file',
      params: ofTemplate,
      body: useBody,
      answer: oneVersionAnswer,
      limit: { name: 'saved-version-use', max: 120, perSeconds: 60, by: 'viewer' },
      async handle({ viewer, request, params: { id }, body }) {
        const { content_version: version } = await presentRow(viewer.uid, id);
        if (!(await mark(viewer.uid, id, version, { used: body.as }))) throw new Problem('not_found');
        const row = await rowOf(viewer.uid, id, version);
        return { version: shown(row, row.isCurrent, writerOf(viewer, request).writer) };
      },
    }),
  ];
}

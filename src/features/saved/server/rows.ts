import type { Kysely, Selectable } from 'kysely';
import { savedApi, uploadedLogo, type SavedHead, type SavedTemplate } from '../rules/contract.ts';
import { headBranding } from '../rules/record.ts';
import type { SavedTables, SavedTemplateTable } from './tables.ts';

export type SavedRow = Selectable<SavedTemplateTable>;

/** Everything but the text: what lists and changes are made of. */
export const headColumns = [
  'id',
  'version',
  'content_version',
  'seq',
  'name',
  'folder',
  'starred',
  'created_at',
  'updated_at',
  'deleted_at',
  'brought_back',
  'is_purged',
  'rest',
  'is_stored',
  'content_length',
  'bytes',
  'excerpt',
] as const satisfies readonly (keyof SavedRow)[];

export type HeadRow = Pick<SavedRow, (typeof headColumns)[number]>;

export const headRow = (from: Kysely<SavedTables>, owner: string, id: string): Promise<HeadRow | undefined> =>
  from
    .selectFrom('saved_template')
    .select(headColumns)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();

export const headOfRow = (row: HeadRow): SavedHead => ({
  id: row.id,
  version: row.version,
  contentVersion: row.content_version,
  seq: row.seq,
  name: row.name,
  folder: row.folder,
  starred: row.starred,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  deletedAt: row.deleted_at?.toISOString() ?? null,
  isPurged: row.is_purged,
  contentLength: row.content_length,
  bytes: row.bytes,
  isStoredInStorage: row.is_stored,
  contentURL: row.is_stored ? savedApi.content(row.id, row.content_version) : null,
  isCompressed: row.rest.isCompressed ?? false,
  isEmergencySaved: row.rest.isEmergencySaved ?? false,
  isBranded: row.rest.isBranded ?? false,
  branding: headBranding(row.rest.branding ?? null),
  excerpt: row.excerpt,
});

export function templateOfRow(row: SavedRow): SavedTemplate {
  const { rest } = row;
  const branding = rest.branding ?? null;
  return {
    id: row.id,
    userId: row.owner_id,
    name: row.name,
    content: row.content ?? '',
    fields: rest.fields ?? [],
    formData: rest.formData ?? {},
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    originalContentLength: rest.originalContentLength ?? row.content_length,
    compressedContentLength: rest.compressedContentLength ?? row.content_length,
    isCompressed: rest.isCompressed ?? false,
    isBranded: rest.isBranded ?? false,
    branding:
      branding && row.logo_version !== null
        ? { ...branding, logo: savedApi.logo(row.id, row.logo_version) }
        : branding?.logo === uploadedLogo
          ? { ...branding, logo: '' }
          : branding,
    ...(row.is_stored && {
      contentURL: savedApi.content(row.id, row.content_version),
      contentLength: row.content_length,
      isStoredInStorage: true,
    }),
    ...(rest.isEmergencySaved && { isEmergencySaved: true }),
    ...(rest.storageNote && { storageNote: rest.storageNote }),
  };
}

import type { SavedVersion, VersionText } from '../rules/versions-contract.ts';
import type { Written } from '../rules/versions.ts';
import type { SavedRow } from './rows.ts';
import type { SavedRest } from './tables.ts';

/** A version, the present one or a former one. */
export interface VersionRow {
  version: number;
  at: Date;
  written: Written | null;
  rest: SavedRest;
  content: string | null;
  content_hash: string | null;
  content_length: number;
}

export const versionColumns = ['version', 'at', 'written', 'content_length'] as const;

const isTold = ({ written, content_version }: Pick<SavedRow, 'written' | 'content_version'>): boolean =>
  written?.of === content_version;

export const presentVersion = (row: SavedRow): VersionRow => ({
  ...row,
  version: row.content_version,
  at: isTold(row) && row.written ? new Date(row.written.at) : row.updated_at,
  written: isTold(row) ? row.written : null,
});

export function shown(
  { version, at, written, content_length }: Pick<VersionRow, (typeof versionColumns)[number]>,
  isCurrent: boolean,
  writer: string,
): SavedVersion {
  return {
    version,
    at: at.toISOString(),
    device: written?.device ? written.device : null,
    isThisDevice: written?.writer === writer,
    how: written?.how ?? 'saved',
    ...(written?.from !== undefined && { from: written.from }),
    ...(written?.name && { name: written.name }),
    ...(written?.used && { used: written.used }),
    contentLength: content_length,
    isCurrent,
  };
}

export const textFrom = (
  { version, rest }: Pick<VersionRow, 'version' | 'rest'>,
  content: string,
): VersionText => ({
  version,
  content,
  fields: rest.fields ?? [],
  formData: rest.formData ?? {},
  isBranded: rest.isBranded ?? false,
  isCut: rest.isCompressed ?? false,
});

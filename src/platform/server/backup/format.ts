import { decoded } from '#base/decode.ts';
import * as z from 'zod/mini';

/**
 * The backup file: a gzipped tar. First the header, then the tables, the files, and finally the checksums of all
 * parts.
 */

export const formatVersion = 1;
export const headerName = 'hub-backup.json';
export const manifestName = 'manifest.json';

/**
 * The paths inside the file. A table is split into numbered pieces, because its size isn't known until it has been
 * read.
 */
export const tableFolder = 'database/';
export const dataFolder = 'data/';
export const siteFolder = 'site/';

export const pieceName = (table: string, piece: number): string =>
  `${tableFolder}${encodeURIComponent(table)}/${String(piece).padStart(6, '0')}.copy`;

export function tableOf(name: string): string | null {
  const encoded = name.startsWith(tableFolder)
    ? /^([^/]+)\/\d+\.copy$/.exec(name.slice(tableFolder.length))?.[1]
    : undefined;
  return encoded === undefined ? null : decoded(encoded);
}

export const headerSchema = z.object({
  format: z.int(),
  hub: z.string(),
  madeAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const manifestSchema = z.object({
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

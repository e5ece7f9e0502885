import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import {
  type BackupHeader,
  formatVersion,
  headerName,
  headerSchema,
  manifestName,
  manifestSchema,
} from './format.ts';
import { placeInside } from './folders.ts';
import { DamagedTar, readTar, type TarEntry } from './tar.ts';

const mostJson = 256 * 1_048_576;

/** The entries of a file; throws DamagedTar if it isn't a complete archive, wherever that shows. */
export async function* readBackup(file: string): AsyncGenerator<TarEntry> {
  yield* readTar(unzipped(file));
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // Both end together; errors are thrown where the bytes are read.
  pipeline(createReadStream(file), gunzip, () => {});
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw /^Z_/.test(code) ? new DamagedTar(message) : error;
  } finally {
    gunzip.destroy();
  }
}

const damaged = (file: string, why: string): Problem =>
  new Problem(
    'bad_request',
    `${file} is damaged or isn’t a complete hub backup (${why}). Nothing was changed. Use another backup.`,
  );

/**
 * Reads the whole file before anything is touched: every part must exist, be unchanged, and be supported by this
 * code.
 */
export async function verifyBackup(file: string, knownMigrations: string[]): Promise<VerifiedBackup> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) throw new Problem('not_found', `There is no file ${file}.`);
  return verify(file, knownMigrations).catch((error: unknown) => {
    throw error instanceof DamagedTar ? damaged(file, error.message) : error;
  });
}

type VerifiedBackup = BackupHeader & { parts: number; bytes: number };

async function verify(file: string, knownMigrations: string[]): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined;
  let parts: z.infer<typeof manifestSchema>['parts'] | undefined;
  const found: { name: string; bytes: number; sha256: string }[] = [];
  let bytes = 0;

  for await (const entry of readBackup(file)) {
    if (parts) throw damaged(file, 'there is data after its end');
    if (placeInside('/x', entry.name) === null)
      throw damaged(file, `unexpected part ${JSON.stringify(entry.name)}`);
    if (entry.name === manifestName) {
      parts = (await parseEntry(file, entry, manifestSchema)).parts;
      continue;
    }
    const content = entry.name === headerName ? await readEntry(file, entry) : null;
    const hash = createHash('sha256');
    if (content) hash.update(content);
    else for await (const piece of entry.content) hash.update(piece);
    found.push({ name: entry.name, bytes: entry.size, sha256: hash.digest('hex') });
    bytes += entry.size;
    if (content) header = assertKnown(file, content, knownMigrations);
    else if (!header) throw damaged(file, 'its first part is missing');
  }

  if (!header || !parts) throw damaged(file, 'its last part is missing');
  const expected = new Map(parts.map((part) => [part.name, part]));
  if (found.length !== parts.length || expected.size !== parts.length)
    throw damaged(file, `${found.length} parts instead of ${parts.length}`);
  for (const part of found) {
    if (expected.get(part.name)?.sha256 !== part.sha256) throw damaged(file, `${part.name} was changed`);
  }
  return { ...header, parts: found.length, bytes };
}

function assertKnown(file: string, content: Buffer, knownMigrations: string[]): BackupHeader {
  const header = parseJson(file, content, headerSchema, headerName);
  const unknown = header.migrations.filter((name) => !knownMigrations.includes(name));
  if (header.format > formatVersion || unknown.length > 0) {
    const what = unknown.length > 0 ? unknown.join(', ') : `format ${header.format}`;
    throw new Problem(
      'conflict',
      `${file} was made by a newer hub, ${header.hub}: this one doesn’t support ${what}. Update the hub first. Nothing was changed.`,
    );
  }
  return header;
}

async function readEntry(file: string, entry: TarEntry): Promise<Buffer> {
  if (entry.size > mostJson) throw damaged(file, `${entry.name} is too large`);
  return buffer(entry.content);
}

async function parseEntry<S extends z.ZodMiniType>(
  file: string,
  entry: TarEntry,
  schema: S,
): Promise<z.output<S>> {
  return parseJson(file, await readEntry(file, entry), schema, entry.name);
}

function parseJson<S extends z.ZodMiniType>(
  file: string,
  content: Buffer,
  schema: S,
  name: string,
): z.output<S> {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    // A later format may look different; then its header says so.
    const { format, hub } = (tryParse(content) ?? {}) as { format?: unknown; hub?: unknown };
    if (typeof format === 'number' && format > formatVersion) {
      throw new Problem(
        'conflict',
        `${file} was made by a newer hub, ${String(hub)}. Update the hub first. Nothing was changed.`,
      );
    }
    throw damaged(file, `${name} can’t be read`);
  }
}

function tryParse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return null;
  }
}

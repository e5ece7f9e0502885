import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { countOf } from '#base/count.ts';
import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { tryLock } from '#platform/server/database/locks.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { keepFiles } from '../files/deleting.ts';
import { entriesOf, fileEntry } from './folders.ts';
import {
  type BackupHeader,
  type BackupManifest,
  dataFolder,
  formatVersion,
  headerName,
  manifestName,
  siteFolder,
} from './format.ts';
import { rememberBackup } from './last.ts';
import { patientClient, type Snapshot, takeSnapshot } from './snapshot.ts';
import { type TarEntry, writeTar } from './tar.ts';

export interface BackupParts {
  db: Database;
  config: Pick<Config, 'dataDir' | 'siteDir' | 'authSecret' | 'dkimKey'> &
    Partial<Pick<Config, 'authSecretOther' | 'authSecretFirst'>>;
  clock: Clock;
  /** The version of the hub, for whoever reads the file. */
  version: string;
  tell(line: string): void;
  signal?: AbortSignal;
}

/**
 * Writes everything into one file: database, files, secret, keys, the site folder. The hub can keep running. The
 * file exists in full or not at all: it is written as FILE.part first.
 */
export async function writeBackup(parts: BackupParts, file: string): Promise<{ bytes: number }> {
  const { db, clock, signal } = parts;
  const target = resolve(file);
  const draft = `${target}.part`;
  if ((await stat(target).catch(() => undefined))?.isDirectory())
    throw new Problem(
      'bad_request',
      `${target} is a folder. Specify a file in it, such as ${join(target, 'hub.tgz')}.`,
    );
  const madeAt = clock.now().toISOString();
  await oneAtATime(db, async () => {
    const snapshot = await takeSnapshot(db);
    if (!snapshot)
      throw new Problem('conflict', 'There is nothing to back up yet: this database has no hub in it.');
    try {
      const output = await open(draft, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw new Problem(
          'bad_request',
          `Can’t write ${draft} (${error.code}). Specify a file in an existing, writable folder.`,
        );
      });
      const stream = createWriteStream('', { fd: output, flush: true });
      await pipeline(
        Readable.from(writeTar(everything(parts, snapshot, madeAt, [target, draft]))),
        createGzip(),
        stream,
        { ...(signal && { signal }) },
      );
    } finally {
      await snapshot.close();
    }
  }).catch(async (error: unknown) => {
    await rm(draft, { force: true });
    throw error;
  });
  await rename(draft, target);
  await syncFolder(dirname(target));
  const { size } = await stat(target);
  await rememberBackup(db, { at: madeAt, bytes: size, file: target });
  return { bytes: size };
}

async function* everything(
  { config, tell, version }: BackupParts,
  snapshot: Snapshot,
  madeAt: string,
  leaveOut: string[],
): AsyncGenerator<TarEntry> {
  const manifest: BackupManifest = { parts: [] };
  const summed = (entry: TarEntry): TarEntry => ({ ...entry, content: summing(entry, manifest) });

  const { postgres, migrations, tables, sequences } = snapshot;
  const header: BackupHeader = {
    format: formatVersion,
    hub: version,
    madeAt,
    postgres,
    migrations,
    tables,
    sequences,
  };
  yield summed(textEntry(headerName, JSON.stringify(header)));

  for (const table of tables) {
    const pieces = snapshot.pieces(table);
    let piece = await pieces.next();
    for (; !piece.done; piece = await pieces.next())
      yield summed(bytesEntry(piece.value.name, piece.value.bytes));
    if (piece.value > 0) tell(`database   ${table.name}, ${countOf(piece.value, 'row')}`);
  }
  for (const name of snapshot.leftOut) tell(`left out   ${name}: it belongs to another user`);
  // Ends the transaction early, so that old rows aren't retained while files are read.
  await snapshot.close();

  let files = 0;
  for await (const entry of folders(config, leaveOut)) {
    yield summed(entry);
    if (++files % 1000 === 0) tell(`files      ${files} ...`);
  }
  tell(`files      ${files}, plus secret, keys and site`);
  yield textEntry(manifestName, JSON.stringify(manifest));
}

async function* folders(config: BackupParts['config'], leaveOut: string[]): AsyncGenerator<TarEntry> {
  const { dataDir, siteDir } = config;
  yield* entriesOf(join(dataDir, 'files'), `${dataFolder}files/`, leaveOut);
  yield* entriesOf(join(dataDir, 'keys'), `${dataFolder}keys/`, leaveOut);

  // What sessions and links are signed with, wherever it is configured.
  const secret = config.authSecret ?? (await readFile(join(dataDir, 'secret'), 'utf8').catch(() => ''));
  if (secret.trim()) yield textEntry(`${dataFolder}secret`, secret.trim());
  const given = { 'secret.former': config.authSecretOther, 'secret.first': config.authSecretFirst };
  for (const [name, set] of Object.entries(given)) {
    const kept =
      config.authSecret === undefined ? await readFile(join(dataDir, name), 'utf8').catch(() => '') : set;
    if (kept?.trim()) yield textEntry(`${dataFolder}${name}`, kept.trim());
  }

  const dkimKey =
    config.dkimKey === undefined ? undefined : resolve(config.dkimKey.slice(config.dkimKey.indexOf(':') + 1));
  if (
    dkimKey !== undefined &&
    ![join(dataDir, 'keys'), siteDir].some((folder) => dkimKey.startsWith(folder + sep))
  ) {
    const entry = await fileEntry(dkimKey, `${dataFolder}keys/${basename(dkimKey)}`);
    if (entry) yield entry;
  }
  yield* entriesOf(siteDir, siteFolder, leaveOut);
}

async function* summing(
  { name, size, content }: TarEntry,
  manifest: BackupManifest,
): AsyncGenerator<Uint8Array> {
  const hash: Hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  manifest.parts.push({ name, bytes: size, sha256: hash.digest('hex') });
}

const textEntry = (name: string, text: string): TarEntry => bytesEntry(name, Buffer.from(text));

function bytesEntry(name: string, bytes: Buffer): TarEntry {
  return { name, size: bytes.length, mode: 0o600, content: once(bytes) };
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

/** Two at once would write to the same draft. Files that the tables name stay until the end. */
async function oneAtATime(db: Database, work: () => Promise<void>): Promise<void> {
  const client = await patientClient(db, 'hub backup');
  try {
    const { rows } = await client.query<{ mine: boolean }>(tryLock, ['hub backup']);
    if (!rows[0]?.mine) throw new Problem('conflict', 'Another backup is running. Wait until it finishes.');
    await keepFiles(client);
    await work();
    // Without the connection, files may have been deleted since.
    await client.query('select');
  } finally {
    // Releases the locks with it.
    await client.end().catch(() => {});
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

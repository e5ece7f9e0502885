import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Clock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { renewEpoch } from '../database/epoch.ts';
import { knownMigrations } from '../database/migrate.ts';
import { placeInside, type Swap, swapIn, writeEntry } from './folders.ts';
import { type BackupHeader, dataFolder, siteFolder, tableOf } from './format.ts';
import { beginLoad, tablesInUse } from './load.ts';
import { patientClient } from './snapshot.ts';
import { readBackup, verifyBackup } from './verify.ts';

export interface RestoreParts {
  db: Database;
  config: Pick<Config, 'dataDir' | 'siteDir' | 'authSecret' | 'dkimKey'>;
  clock: Clock;
  tell(line: string): void;
  /** Migrations other than the shipped ones, for tests. */
  migrationsFolder?: string;
  /** Marks restored work as past before anyone acts on it; in the same transaction. */
  mend?(client: pg.Client, madeAt: Date): Promise<void>;
}

export interface Restored {
  header: BackupHeader;
  tables: number;
  rows: number;
  files: number;
  /** Where the previous data is now. */
  kept: string[];
  /** What the operator still has to do. */
  advice: string[];
}

/**
 * Restores a backup or changes nothing: the file is verified in full before anything is touched, the database is
 * restored in one transaction, and existing files are set aside until its end.
 */
export async function restoreBackup(
  parts: RestoreParts,
  file: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const { db, config, tell, migrationsFolder } = parts;
  const source = resolve(file);
  tell('verifying the file...');
  const header = await verifyBackup(source, await knownMigrations(migrationsFolder));
  tell(`verified   created ${header.madeAt} by hub ${header.hub}; all ${header.parts} parts intact`);

  const staging = join(config.dataDir, `.restore-${randomText(8)}`);
  const client = await patientClient(db, 'hub restore');
  try {
    await mkdir(staging, { recursive: true, mode: 0o700 });
    await assertFree(client, replace);
    await client.query('begin');
    const load = await beginLoad(client, header, tell, migrationsFolder);
    const staged = new Set<string>();
    for await (const entry of readBackup(source)) {
      const table = tableOf(entry.name);
      if (table !== null) for await (const bytes of entry.content) await load.write(table, bytes);
      const isFile = entry.name.startsWith(dataFolder) || entry.name.startsWith(siteFolder);
      const place = isFile ? placeInside(staging, entry.name) : null;
      // An empty table has no bytes, and that is correct.
      if (place === null) continue;
      await writeEntry(place, entry, entry.name.startsWith(dataFolder) ? 0o700 : 0o755);
      staged.add(entry.name);
    }
    const { tables, rows } = await load.finish();
    await renewEpoch(client);
    await parts.mend?.(client, new Date(header.madeAt));
    const secretBefore = await readSecret(config.dataDir);
    const swap = await swapFiles(parts, staging, [...staged], secretBefore);
    await commit(client, swap);
    const strays = staged.has(`${dataFolder}secret`)
      ? await layAside(
          parts,
          ['secret.former', 'secret.first'].filter((name) => !staged.has(dataFolder + name)),
        )
      : [];
    await client.query('analyze').catch(() => {});
    return {
      header,
      tables,
      rows,
      files: staged.size,
      kept: [...swap.kept, ...strays],
      advice: await adviceFor(parts, [...staged]),
    };
  } finally {
    // Whatever wasn't committed is rolled back here.
    await client.end().catch(() => {});
    await rm(staging, { recursive: true, force: true });
  }
}

async function assertFree(client: pg.Client, replace: boolean): Promise<void> {
  // Each running hub holds one listening connection; so does this one.
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'hub listener'`,
  );
  if ((rows[0]?.n ?? 0) > 1)
    throw new Problem(
      'conflict',
      'The hub is running on this database. Stop it first: a restore replaces all its data.',
    );
  const used = await tablesInUse(client);
  if (used.length > 0 && !replace) {
    throw new Problem(
      'conflict',
      `This hub is not empty (${used.slice(0, 3).join(', ')}${used.length > 3 ? ` and ${used.length - 3} more tables have rows` : ''}). ` +
        'Back it up first, then restore with --replace, which removes the existing data.',
    );
  }
}

async function swapFiles(
  { config, clock }: RestoreParts,
  staging: string,
  names: string[],
  secretBefore: string | null,
): Promise<Swap> {
  const tops = new Set(
    names.map((name) => (name.startsWith(siteFolder) ? siteFolder : name.split('/').slice(0, 2).join('/'))),
  );
  // An identical secret doesn't need to be set aside.
  const sameSecret = secretBefore !== null && secretBefore === (await readSecret(join(staging, dataFolder)));
  const moves = [...tops]
    .filter((top) => !(sameSecret && top === `${dataFolder}secret`))
    .map((top) => ({
      from: join(staging, top),
      to: top === siteFolder ? config.siteDir : join(config.dataDir, top.slice(dataFolder.length)),
    }));
  return swapIn(moves, clock.now().toISOString().replace(/[:.]/g, '-'));
}

/** Secrets of the previous hub must not sign anything for the restored one. */
async function layAside({ config, clock }: RestoreParts, names: string[]): Promise<string[]> {
  const aside: string[] = [];
  for (const name of names) {
    const from = join(config.dataDir, name);
    const to = `${from}.before-restore-${clock.now().toISOString().replace(/[:.]/g, '-')}`;
    await rename(from, to).then(
      () => aside.push(to),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
  }
  return aside;
}

async function commit(client: pg.Client, swap: Swap): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    await swap.undo();
    throw error;
  }
}

async function adviceFor({ config }: RestoreParts, names: string[]): Promise<string[]> {
  const advice: string[] = [];
  const secret = await readSecret(config.dataDir);
  if (config.authSecret !== undefined && secret !== config.authSecret) {
    advice.push(
      'AUTH_SECRET differs from the restored hub’s: unset it (the restored secret is in DATA_DIR/secret), or everyone is signed out and old links stop working.',
    );
  }
  const keys = names.filter((name) => name.startsWith(`${dataFolder}keys/`));
  if (keys.length > 0 && config.dkimKey === undefined) {
    advice.push(
      `Mail was DKIM-signed: set DKIM_KEY=selector:path, with the key in ${join(config.dataDir, 'keys')}.`,
    );
  }
  return advice;
}

const readSecret = (folder: string): Promise<string | null> =>
  readFile(join(folder, 'secret'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );

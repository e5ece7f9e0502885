import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { superuser } from '#platform/server/database/embedded/init.ts';

/** Room for a database as it is made and for some files, and not much more. */
const megabytes = { database: 220, files: 12 };

export type Place = keyof typeof megabytes;

export interface SmallDisks extends Disposable {
  /** DATA_DIR of a hub whose database and files have a disk each. */
  dataDir: string;
  /** Takes what is free but so many bytes; again, whatever was freed since. */
  fill(place: Place, spare?: number): void;
  free(): void;
}

/** Real ones, in memory: only root may bring them. */
export function smallDisks(): SmallDisks {
  const dataDir = mkdtempSync(join(tmpdir(), 'torture-disk-'));
  const folders = { database: dataDir, files: join(dataDir, 'files') };
  const ballast = (place: Place) => join(folders[place], 'ballast');
  const places = ['database', 'files'] as const;
  for (const place of places) {
    mkdirSync(folders[place], { recursive: true, mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes[place]}m`, 'torture', folders[place]]);
  }
  return {
    dataDir,
    fill(place, spare = 0) {
      const { bavail, bsize } = statfsSync(folders[place]);
      try {
        appendFileSync(ballast(place), Buffer.alloc(Math.max(0, bavail * bsize - spare)));
      } catch {
        // Somebody else took it in this moment: just as full.
      }
    },
    free() {
      for (const place of places) rmSync(ballast(place), { force: true });
    },
    [Symbol.dispose]() {
      for (const place of places.toReversed()) execFileSync('umount', ['-l', folders[place]]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL writes its log into files that it made before: with none of them left, a full disk brings it down. */
export async function spendLog(dataDir: string): Promise<void> {
  const client = new pg.Client({ host: join(dataDir, 'postgres'), user: superuser, database: 'hub' });
  client.on('error', () => {});
  try {
    await client.connect();
    // A switch where nothing was written since is none.
    for (let file = 0; file < 40; file++)
      await client.query("select pg_switch_wal() from pg_logical_emit_message(false, 'torture', 'x')");
  } catch {
    // As it should: it is down.
  } finally {
    await client.end().catch(() => {});
  }
}

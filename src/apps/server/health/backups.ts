import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '#base/problem.ts';
import { giveLockBack, holdLock, tryLock } from '#platform/server/database/locks.ts';
import { sealedWithWords } from '#platform/server/backup/seal-with-words.ts';
import { writeBackup } from '#platform/server/backup/write.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hubVersion } from '../commands/backup.ts';
import { freeBytes, leastFree } from '../doctor/machine.ts';

/** The last backup that was begun at the desk. */
export interface BackupState {
  state: 'running' | 'done' | 'failed' | 'interrupted';
  at: string;
  /** Who began it. */
  by: string;
  /** The machine that the file is on. */
  host: string;
  file: string;
  bytes?: number;
  /** Why it failed. */
  words?: string;
}

const key = 'desk_backup';
/** More would fill the disk: older ones make way. */
export const mostKept = 3;
const isOurs = (name: string): boolean => /^hub-\d{4}-\d\d-\d\dT\d{4,6}Z\.tgz$/.test(name);

export type DeskBackups = ReturnType<typeof createDeskBackups>;

/** Backups that an operator begins from a browser: they go on while nobody looks, and the page tells how they ended. */
export function createDeskBackups(
  { db, config, clock, log }: Pick<Platform, 'db' | 'config' | 'clock' | 'log'>,
  /** One was written: what was known of the last backup is old. */
  onDone: () => Promise<unknown> = async () => {},
) {
  const folder = join(config.dataDir, 'backups');
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function read(): Promise<BackupState | null> {
    const { rows } = await db.pool.query<{ value: BackupState }>(
      'select value from hub_meta where key = $1',
      [key],
    );
    return rows[0]?.value ?? null;
  }

  const write = (state: BackupState) =>
    db.pool.query(
      'insert into hub_meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, JSON.stringify(state)],
    );

  /** Whether any process writes one, such as the command at this moment. */
  async function isBusy(): Promise<boolean> {
    const client = await db.pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>(tryLock, ['hub backup']);
      if (rows[0]?.mine) await client.query(giveLockBack, ['hub backup']);
      return rows[0]?.mine !== true;
    } finally {
      client.release();
    }
  }

  async function work(state: BackupState): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const version = await hubVersion();
      const { bytes } = await writeBackup(
        { db, config, clock, version, tell: () => {}, signal: stopping.signal },
        state.file,
      );
      await onDone().catch(() => {});
      await write({ ...state, state: 'done', bytes });
      await makeWay();
    } catch (error) {
      const isKnown = error instanceof Problem;
      if (!isKnown && !stopping.signal.aborted) log.error('the backup from the desk failed', { error });
      const words = stopping.signal.aborted
        ? 'The hub was stopped meanwhile.'
        : isKnown
          ? error.message
          : isFull(error)
            ? 'The disk is full.'
            : 'See the log of the hub.';
      await write({ ...state, state: 'failed', words }).catch(() => {});
    }
  }

  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter(isOurs).toSorted().toReversed();

  async function makeWay(): Promise<void> {
    for (const name of (await names()).slice(mostKept)) await rm(join(folder, name), { force: true });
  }

  return {
    folder,

    async state(): Promise<BackupState | null> {
      const state = await read();
      if (state?.state !== 'running' || running !== null || (await isBusy())) return state;
      // It may have ended between the two questions.
      const again = await read();
      return again?.state === 'running' ? { ...again, state: 'interrupted' } : again;
    },

    /** Returns as soon as it is begun. */
    async begin(by: string): Promise<string> {
      if (running !== null || (await isBusy()))
        throw new Problem('conflict', 'A backup is already running. Wait until it finishes.');
      const { bytes } = await freeBytes(config.dataDir);
      if (bytes < leastFree.stops)
        throw new Problem('conflict', 'There is too little free space for a backup. Free some first.');
      const at = clock.now();
      const name = `hub-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tgz`;
      const state: BackupState = {
        state: 'running',
        at: at.toISOString(),
        by,
        host: hostname(),
        file: join(folder, name),
      };
      // Two operators at once, by whichever process: one of them is told.
      await db.transaction(async (trx) => {
        await holdLock(trx, 'desk backup');
        const before = await read();
        const age = before ? at.getTime() - Date.parse(before.at) : Infinity;
        if (before?.state === 'running' && (running !== null || age < 10_000))
          throw new Problem('conflict', 'A backup is already running. Wait until it finishes.');
        // A second press, while a small hub was through with the first.
        if (before?.state === 'done' && Math.abs(age) < 10_000)
          throw new Problem('conflict', 'A backup has just been made.');
        await write(state);
      });
      running = work(state).finally(() => (running = null));
      return state.file;
    },

    /** The newest that is on this machine. */
    async newest(): Promise<{ name: string; bytes: number } | null> {
      const [name] = await names();
      const info = name === undefined ? null : await stat(join(folder, name)).catch(() => null);
      return name !== undefined && info ? { name, bytes: info.size } : null;
    },

    /** That file as only the passphrase opens it, read as fast as it is taken. */
    sealed(name: string, words: string): ReadableStream<Uint8Array<ArrayBuffer>> {
      if (!isOurs(name)) throw new Problem('not_found');
      const content = createReadStream(join(folder, name));
      return Readable.toWeb(Readable.from(sealedWithWords(content, words))) as unknown as ReadableStream<
        Uint8Array<ArrayBuffer>
      >;
    },

    /** Once the one that this process writes has ended. */
    async settled(): Promise<void> {
      await running;
    },

    async stop(): Promise<void> {
      stopping.abort(new Problem('conflict', 'Stopped.'));
      await running;
    },
  };
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');

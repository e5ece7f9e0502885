import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import { assertPrimary } from './limits.ts';

/**
 * One connection that receives notifications from every process of the hub, and so knows whether the database is
 * up.
 */
export interface Listener {
  listen(topic: string, hear: (id: string) => void, onGap?: () => void): () => void;
  /** Sends notices as one statement of their own, those that come meanwhile as the next; they are lost with the line. */
  tell(notices: Iterable<string>): void;
  state(): 'up' | 'down';
  close(): Promise<void>;
}

interface Ear {
  hear(id: string): void;
  onGap?: (() => void) | undefined;
}

const channel = 'hub';
const beatEvery = 5_000;

/**
 * `connect` returns a client that isn't connected yet; `onSilence` is called when the connection is dead without
 * having been closed.
 */
export async function openListener(
  connect: () => pg.Client,
  log: Log,
  onSilence: () => void,
): Promise<Listener> {
  const ears = new Map<string, Set<Ear>>();
  let client = await dial();
  let up = true;
  const closing = new AbortController();
  let busy: Promise<void> = Promise.resolve();
  watch();
  let waiting = new Set<string>();
  let telling: Promise<void> | undefined;

  async function tellAll(): Promise<void> {
    while (waiting.size > 0) {
      const lines = [...waiting];
      waiting = new Set();
      await client
        .query('select pg_notify($1, line) from unnest($2::text[]) as told (line)', [channel, lines])
        .catch(() => {});
    }
    // In the same breath as the last look: what comes next begins anew.
    telling = undefined;
  }

  async function dial(): Promise<pg.Client> {
    const dialled = connect();
    dialled.on('error', () => {});
    dialled.on('notification', ({ payload }) => tell(payload ?? ''));
    try {
      await dialled.connect();
      await assertPrimary(dialled);
      await dialled.query(`listen ${channel}`);
      return dialled;
    } catch (error) {
      await dialled.end().catch(() => {});
      throw error;
    }
  }

  function tell(payload: string): void {
    const [topic, id] = parse(payload);
    if (topic === undefined || id === undefined) return;
    for (const ear of ears.get(topic) ?? []) guarded(() => ear.hear(id));
  }

  function guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error('a database notification handler failed', { error });
    }
  }

  // A cut cable doesn't close anything, nor does a primary that becomes a standby: only a response proves that the
  // connection is alive.
  function watch(): void {
    const watched = client;
    let over = false;
    const beat = setInterval(() => {
      assertPrimary(watched).catch(() => {
        if (!over && !closing.signal.aborted) onSilence();
        lost();
      });
    }, beatEvery);
    beat.unref();
    function lost(): void {
      if (over) return;
      over = true;
      clearInterval(beat);
      watched.end().catch(() => {});
      if (closing.signal.aborted) return;
      up = false;
      log.error('lost the database connection; reconnecting');
      busy = reconnect();
    }
    watched.once('end', lost);
  }

  async function reconnect(): Promise<void> {
    for (let wait = 20; !closing.signal.aborted; wait = Math.min(wait * 1.7, 2_000)) {
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        client = await dial();
      } catch {
        continue;
      }
      up = true;
      watch();
      log.info('reconnected to the database');
      for (const ear of [...ears.values()].flatMap((set) => [...set])) guarded(() => ear.onGap?.());
      return;
    }
  }

  return {
    listen(topic, hear, onGap) {
      const ear: Ear = { hear, onGap };
      const set = ears.get(topic) ?? new Set();
      ears.set(topic, set.add(ear));
      return () => {
        set.delete(ear);
        if (set.size === 0 && ears.get(topic) === set) ears.delete(topic);
      };
    },
    tell(notices) {
      for (const line of notices) waiting.add(line);
      if (waiting.size > 0) telling ??= tellAll();
    },
    state: () => (up ? 'up' : 'down'),
    async close() {
      await telling;
      closing.abort();
      await busy;
      await client.end().catch(() => {});
    },
  };
}

/** The payload of `notify`: a topic and an ID, on one line. */
export const notice = (topic: string, id: string): string => JSON.stringify([topic, id]);
export const noticeChannel = channel;

function parse(payload: string): [string?, string?] {
  try {
    const parts: unknown = JSON.parse(payload);
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string')
      ? (parts as [string?, string?])
      : [];
  } catch {
    return [];
  }
}

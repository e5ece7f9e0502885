import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type Front, type Entry, placeInList } from './entry.ts';
import type { DatabaseName } from './keys.ts';

/**
 * Durable storage in a browser. Everything is keyed by its owner first, so that one person's data is a contiguous
 * range; a transaction is acknowledged when it is complete, and not before.
 */
export const stores = ['kept', 'bodies', 'waiting', 'asides', 'places'] as const;
export type StoreName = (typeof stores)[number];
export type DiskKey = (string | number)[];

export interface DiskTransaction {
  get<T>(store: StoreName, key: DiskKey): Promise<T | undefined>;
  put(store: StoreName, value: object): Promise<void>;
  remove(store: StoreName, key: DiskKey): Promise<void>;
  /** Everything whose key starts with this, in key order. */
  under<T>(store: StoreName, begin: DiskKey): Promise<T[]>;
  /** The next few entries of an owner's queue after a position. */
  queue<T>(owner: string, after: number, count: number): Promise<T[]>;
  /** The queue for one item, in order, however much is queued for others. */
  ofThing<T>(owner: string, kind: string, id: string): Promise<T[]>;
  /** The first screen of a list, however long it is. */
  front(owner: string, kind: string, count: number): Promise<Front>;
  /** Everyone who has entries, in as many steps as there are people. */
  owners(): Promise<string[]>;
}

export interface Disk {
  /** All or nothing. `work` may only wait for the transaction itself. */
  change<R>(work: (at: DiskTransaction) => Promise<R>): Promise<R>;
  read<R>(work: (at: DiskTransaction) => Promise<R>): Promise<R>;
}

export const keyPaths: Record<StoreName, string[]> = {
  kept: ['owner', 'kind', 'id'],
  bodies: ['owner', 'kind', 'id'],
  waiting: ['owner', 'seq'],
  asides: ['owner', 'kind', 'id', 'at'],
  places: ['owner', 'name'],
};

type Db = IDBPDatabase<unknown>;

/** The longest anyone waits; after that, a silent storage is left alone for a while. */
export const diskPatience = { openMs: 4000, workMs: 10_000, restMs: 10_000 };

/** The browser's storage neither does what it was asked nor reports an error. */
export class DiskSilent extends Error {
  override name = 'DiskSilent';
  constructor() {
    super('This browser’s storage isn’t responding.');
  }
}

/** IndexedDB; opened at first use, and reopened after the browser closed it. */
export function openBrowserDisk(
  name: DatabaseName = 'hub',
  patience = diskPatience,
): Disk & { hasOpened(): boolean } {
  let opening: Promise<Db> | null = null;
  let hasOpened = false;
  let restsUntil = 0;
  const forget = () => {
    opening = null;
  };
  const within = async <R>(ms: number, work: Promise<R>): Promise<R> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        restsUntil = performance.now() + patience.restMs;
        reject(new DiskSilent());
      }, ms);
    });
    return Promise.race([work, silent]).finally(() => clearTimeout(timer));
  };

  function open(): Promise<Db> {
    opening ??= openDB(name, 3, {
      async upgrade(db, former, _version, tx) {
        if (former < 1) for (const store of stores) db.createObjectStore(store, { keyPath: keyPaths[store] });
        if (former < 3) tx.objectStore('waiting').createIndex('thing', ['owner', 'kind', 'id', 'seq']);
        if (former >= 2) return;
        const kept = tx.objectStore('kept');
        kept.createIndex('shelf', ['owner', 'kind', 'shelf']);
        // Entries from before the index aren't in it until they are written again.
        for (let line = await kept.openCursor(); line; line = await line.continue())
          await line.update(shelved(line.value as Entry));
      },
      // A newer release in another tab wants to upgrade it: close, and reopen when needed.
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  }

  async function run<R>(
    mode: 'readonly' | 'readwrite',
    work: (at: DiskTransaction) => Promise<R>,
  ): Promise<R> {
    if (performance.now() < restsUntil) throw new DiskSilent();
    const opened = async () => {
      const db = await within(patience.openMs, open());
      hasOpened = true;
      return db;
    };
    const tx = await begin(await opened(), mode).catch(async (error: unknown) => {
      if (error instanceof DiskSilent) throw error;
      forget();
      return begin(await opened(), mode);
    });
    const done = tx.done;
    // Handled below; an abort while `work` is still running must not be an unhandled rejection.
    done.catch(() => {});
    try {
      const all = async () => {
        const result = await work(view(tx));
        await done;
        return result;
      };
      return await within(patience.workMs, all());
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // It has ended by itself.
      }
      // Its end isn't reported, either.
      if (error instanceof DiskSilent) throw error;
      // The transaction's error says more than the request that noticed it.
      throw await done.then(
        () => error,
        () => tx.error ?? error,
      );
    }
  }

  return {
    change: (work) => run('readwrite', work),
    read: (work) => run('readonly', work),
    hasOpened: () => hasOpened,
  };
}

type Tx = IDBPTransaction<unknown, StoreName[], 'readonly' | 'readwrite'>;

const begin = async (db: Db, mode: 'readonly' | 'readwrite'): Promise<Tx> =>
  db.transaction([...stores], mode, { durability: 'strict' }) as Tx;

const view = (tx: Tx): DiskTransaction => ({
  get: (store, key) => tx.objectStore(store).get(key),
  async put(store, value) {
    await tx.objectStore(store).put?.(store === 'kept' ? shelved(value as Entry) : value);
  },
  async remove(store, key) {
    await tx.objectStore(store).delete?.(key);
  },
  async under<T>(store: StoreName, prefix: DiskKey) {
    // An array sorts after every string and number, so it ends the range.
    const end = [...prefix, []];
    const all: T[] = [];
    for (let from = prefix; ;) {
      const part: T[] = await tx
        .objectStore(store)
        .getAll(IDBKeyRange.bound(from, end, from !== prefix), atOnce);
      all.push(...part);
      const last = part.at(-1) as Record<string, string | number> | undefined;
      if (!last || part.length < atOnce) return all;
      from = keyPaths[store].map((name) => last[name] ?? '');
    }
  },
  queue: (owner, after, count) =>
    tx.objectStore('waiting').getAll(IDBKeyRange.bound([owner, after], [owner, []], true), count),
  ofThing: (owner, kind, id) =>
    tx
      .objectStore('waiting')
      .index('thing')
      .getAll(IDBKeyRange.bound([owner, kind, id], [owner, kind, id, []])),
  async front(owner, kind, count) {
    const shelf = tx.objectStore('kept').index('shelf');
    const shown = IDBKeyRange.bound([owner, kind, '0'], [owner, kind, '1']);
    const total = shelf.count(shown);
    const lines: Entry[] = [];
    let line = await shelf.openCursor(shown, 'prev');
    while (line && lines.push(line.value as Entry) < count) line = await line.continue();
    return { lines, total: await total };
  },
  async owners() {
    const owners: string[] = [];
    let line = await tx.objectStore('kept').openKeyCursor();
    while (line) {
      const [owner = ''] = line.key as string[];
      owners.push(owner);
      line = await line.continue([owner, []]);
    }
    return owners;
  },
});

/** Ten thousand in one result would block the screen while they are deserialized. */
const atOnce = 1000;

/** Set wherever entries are written, so that none is missing it. */
const shelved = (line: Entry): Entry & { shelf: string } => ({ ...line, shelf: placeInList(line) });

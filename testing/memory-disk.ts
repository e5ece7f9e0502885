import {
  type Disk,
  type DiskKey,
  type DiskTransaction,
  keyPaths,
  type StoreName,
  stores,
} from '#platform/web/disk.ts';
import { type Kept, shelfOf, type Waiting } from '#platform/web/kept.ts';

export interface MemoryDisk extends Disk {
  /** Fails the n-th write from now on, and all after it until `works` is called: a disk that is full. */
  failFrom(write: number): void;
  works(): void;
  writes(): number;
  count(store: StoreName): number;
}

/** A disk in memory with whole transactions, one after the other, that can be full at any write. */
export function memoryDisk(): MemoryDisk {
  const tables = Object.fromEntries(stores.map((store) => [store, new Map<string, object>()])) as Record<
    StoreName,
    Map<string, object>
  >;
  let line: Promise<unknown> = Promise.resolve();
  let writes = 0;
  let failsAt = Infinity;
  const name = (key: DiskKey) =>
    key
      .map((part) => (typeof part === 'number' ? `n${String(part).padStart(12, '0')}` : `s${part}`))
      .join('\u0001');
  const keyOf = (store: StoreName, value: object): DiskKey =>
    keyPaths[store].map((part) => (value as Record<string, string | number>)[part] ?? '');
  const copy = <T>(value: T): T => structuredClone(value);

  function run<R>(work: (at: DiskTransaction) => Promise<R>): Promise<R> {
    const turn = line.then(async () => {
      const draft = Object.fromEntries(
        stores.map((store) => [store, new Map(tables[store])]),
      ) as typeof tables;
      const write = async () => {
        if (++writes >= failsAt) throw new DOMException('full', 'QuotaExceededError');
      };
      const result = await work({
        get: async <T>(store: StoreName, key: DiskKey) => copy(draft[store].get(name(key))) as T | undefined,
        async put(store, value) {
          await write();
          draft[store].set(name(keyOf(store, value)), copy(value));
        },
        async remove(store, key) {
          draft[store].delete(name(key));
        },
        under: async <T>(store: StoreName, begin: DiskKey) => {
          const prefix = begin.length === 0 ? '' : `${name(begin)}\u0001`;
          return [...draft[store]]
            .filter(([key]) => key.startsWith(prefix))
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([, value]) => copy(value)) as T[];
        },
        queue: async <T>(owner: string, after: number, count: number) =>
          copy(
            waitingOf(draft.waiting, (row) => row.owner === owner && row.seq > after).slice(0, count),
          ) as T[],
        ofThing: async <T>(owner: string, kind: string, id: string) =>
          copy(
            waitingOf(draft.waiting, (row) => row.owner === owner && row.kind === kind && row.id === id),
          ) as T[],
        async front(owner, kind, count) {
          const shown = ([...draft.kept.values()] as Kept[])
            .filter((one) => one.owner === owner && one.kind === kind && shelfOf(one) < '1')
            .sort((a, b) => (shelfOf(a) < shelfOf(b) ? 1 : -1));
          return { lines: copy(shown.slice(0, count)), total: shown.length };
        },
        owners: async () => [...new Set(([...draft.kept.values()] as Kept[]).map(({ owner }) => owner))],
      });
      Object.assign(tables, draft);
      return result;
    });
    line = turn.catch(() => {});
    return turn;
  }

  const waitingOf = (rows: Map<string, object>, isWanted: (row: Waiting) => boolean) =>
    ([...rows.values()] as Waiting[]).filter(isWanted).sort((a, b) => a.seq - b.seq);

  return {
    change: run,
    read: run,
    failFrom: (write) => void (failsAt = writes + write),
    works: () => void (failsAt = Infinity),
    writes: () => writes,
    count: (store) => tables[store].size,
  };
}

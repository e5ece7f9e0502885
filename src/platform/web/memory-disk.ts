import { type Disk, type DiskKey, type DiskTransaction, keyPaths, type StoreName, stores } from './disk.ts';
import { type Entry, placeInList, type Waiting } from './entry.ts';

type Tables = Record<StoreName, Map<string, object>>;

const tablesOf = (of: (store: StoreName) => Map<string, object>): Tables =>
  Object.fromEntries(stores.map((store) => [store, of(store)])) as Tables;

/**
 * An in-memory disk with full transactions, one after the other: used when the browser can't store anything.
 * `beforeWrite` may reject one.
 */
export function createMemoryDisk(beforeWrite: () => void = () => {}): Disk & { tables: Tables } {
  const tables = tablesOf(() => new Map());
  let line: Promise<unknown> = Promise.resolve();

  function run<R>(work: (at: DiskTransaction) => Promise<R>): Promise<R> {
    const turn = line.then(async () => {
      const draft = tablesOf((store) => new Map(tables[store]));
      const result = await work(view(draft, beforeWrite));
      Object.assign(tables, draft);
      return result;
    });
    line = turn.catch(() => {});
    return turn;
  }

  return { change: run, read: run, tables };
}

const view = (draft: Tables, beforeWrite: () => void): DiskTransaction => ({
  get: async <T>(store: StoreName, key: DiskKey) => copy(draft[store].get(name(key))) as T | undefined,
  async put(store, value) {
    beforeWrite();
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
    copy(waitingOf(draft, (row) => row.owner === owner && row.seq > after).slice(0, count)) as T[],
  ofThing: async <T>(owner: string, kind: string, id: string) =>
    copy(waitingOf(draft, (row) => row.owner === owner && row.kind === kind && row.id === id)) as T[],
  async front(owner, kind, count) {
    const shown = ([...draft.kept.values()] as Entry[])
      .filter((one) => one.owner === owner && one.kind === kind && placeInList(one) < '1')
      .sort((a, b) => (placeInList(a) < placeInList(b) ? 1 : -1));
    return { lines: copy(shown.slice(0, count)), total: shown.length };
  },
  owners: async () => [...new Set(([...draft.kept.values()] as Entry[]).map(({ owner }) => owner))],
});

const copy = <T>(value: T): T => structuredClone(value);
const name = (key: DiskKey): string =>
  key
    .map((part) => (typeof part === 'number' ? `n${String(part).padStart(12, '0')}` : `s${part}`))
    .join('\u0001');
const keyOf = (store: StoreName, value: object): DiskKey =>
  keyPaths[store].map((part) => (value as Record<string, string | number>)[part] ?? '');
const waitingOf = ({ waiting }: Tables, isWanted: (row: Waiting) => boolean): Waiting[] =>
  ([...waiting.values()] as Waiting[]).filter(isWanted).sort((a, b) => a.seq - b.seq);

import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { followLive } from '#platform/web/live.ts';
import type { Kept, Waiting } from '#platform/web/durable.ts';
import { writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { savedApi, savedHead, type SavedHead } from '../rules/contract.ts';
import { firstList, type ListEvent, type ListState, listStep } from '../rules/list.ts';
import { localKeys } from '../rules/local-copies.ts';
import { headOf } from '../rules/record.ts';
import { kind, savedDesk } from './desk.ts';
import { localRecords } from './local.ts';

export interface SavedList extends ListState {
  /** The current user's templates, the bin among them; newest knowledge of this device. */
  heads: SavedHead[];
  waiting: Waiting[];
  forceReady(): void;
}

const isHead = (value: unknown): boolean => savedHead.safeParse(value).success;

/** The list of one person, outside React: what is on this device at once, then live. */
function createList(userId: string | null, isOffline: boolean) {
  let state = firstList;
  let heads: SavedHead[] = [];
  let waiting: Waiting[] = [];
  let snapshot: Omit<SavedList, 'forceReady'> = { ...state, heads, waiting };
  const lines = new Map<string, Kept<SavedHead>>();
  const listeners = new Set<() => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let unfollow = () => {};
  let isOver = true;
  let isDrawing = false;

  const publish = () => {
    // Many changes in one moment are drawn once.
    if (isDrawing || isOver) return;
    isDrawing = true;
    queueMicrotask(() => {
      isDrawing = false;
      heads = state.userId === null ? [] : shown(lines, state);
      snapshot = { ...state, heads, waiting };
      for (const listener of listeners) listener();
    });
  };

  function step(event: ListEvent): void {
    if (isOver) return;
    const { state: next, effects } = listStep(state, event);
    state = next;
    for (const effect of effects) {
      if (effect.do === 'startTimer') {
        timers.add(setTimeout(() => step({ type: 'time', which: effect.which }), effect.ms));
      } else if (effect.do === 'stopTimers') {
        timers.forEach(clearTimeout);
        timers.clear();
      } else if (effect.do === 'unsubscribe') unfollow();
      else follow();
    }
    publish();
  }

  function follow(): void {
    if (userId === null) return;
    unfollow = followLive({
      durable: savedDesk().durable,
      owner: userId,
      kind,
      url: (place) => `${savedApi.events}?after=${place}`,
      isHead,
      onStatus: (status) => step({ type: status === 'live' ? 'live' : 'listenerFailed' }),
    });
  }

  async function load(): Promise<void> {
    if (userId === null) return step({ type: 'viewer', userId, isOffline, localCount: 0 });
    const { durable } = savedDesk();
    const local = localRecords().filter((record) => record.userId === userId);
    const [kept, queue] = await Promise.all([
      durable.list<SavedHead>(userId, kind),
      durable.waiting(userId),
    ]).catch(() => [[], []] as [Kept<SavedHead>[], Waiting[]]);
    if (isOver) return undefined;
    for (const line of kept) lines.set(line.id, line);
    for (const record of local) {
      if (!lines.has(record.id))
        lines.set(record.id, { owner: userId, kind, id: record.id, remote: null, local: headOf(record) });
    }
    waiting = queue;
    return step({ type: 'viewer', userId, isOffline, localCount: lines.size });
  }

  function hear(): () => void {
    if (userId === null) return () => {};
    const { durable, onChange } = savedDesk();
    return onChange((change) => {
      if (change.owner !== userId || change.kind !== kind) return;
      for (const line of change.kept) lines.set(line.id, line as Kept<SavedHead>);
      for (const id of change.gone) lines.delete(id);
      publish();
      if (!change.queue) return;
      durable.waiting(userId).then(
        (queue) => {
          waiting = queue;
          publish();
        },
        () => {},
      );
    });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    forceReady: () => step({ type: 'forceReady' }),
    start(): () => void {
      isOver = false;
      const stopHearing = hear();
      void load();
      return () => {
        isOver = true;
        unfollow();
        stopHearing();
        timers.forEach(clearTimeout);
        timers.clear();
      };
    },
  };
}

function shown(lines: Map<string, Kept<SavedHead>>, { shows }: ListState): SavedHead[] {
  if (shows === 'nothing') return [];
  const heads: SavedHead[] = [];
  for (const { local, remote } of lines.values()) {
    const head = local ?? remote;
    if (head && !head.isPurged) heads.push(head);
  }
  return heads;
}

const nobody: Omit<SavedList, 'forceReady'> = { ...firstList, heads: [], waiting: [] };

/** The saved templates of whoever is here, live; the same in every tab. */
export function useSavedTemplates(): SavedList {
  const { user } = useViewer();
  const uid = user?.uid ?? null;
  const isOffline = user?.isOffline ?? false;
  const list = useMemo(() => createList(uid, isOffline), [uid, isOffline]);
  useEffect(() => list.start(), [list]);
  const snapshot = useSyncExternalStore(list.subscribe, list.snapshot, () => nobody);
  const isMine = snapshot.userId === uid || snapshot.userId === null;
  useSummaries(snapshot);
  return { ...(isMine ? snapshot : nobody), forceReady: list.forceReady };
}

/** The summary cache of the newest, for whoever reads local storage. */
function useSummaries({ status, heads }: Pick<SavedList, 'status' | 'heads'>): void {
  useEffect(() => {
    if (status !== 'connected') return undefined;
    const timer = setTimeout(() => {
      const newest = heads
        .filter(({ deletedAt }) => !deletedAt)
        .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
        .slice(0, 200);
      const summaries = newest.map(
        ({ id, name, createdAt, updatedAt, isStoredInStorage, contentURL, contentLength, branding }) => ({
          id,
          name,
          createdAt,
          updatedAt,
          isStoredInStorage,
          contentURL,
          contentLength,
          branding,
        }),
      );
      writeStored(localKeys.summaries, JSON.stringify(summaries));
    }, 500);
    return () => clearTimeout(timer);
  }, [status, heads]);
}

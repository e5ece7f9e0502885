import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { followLive } from '#platform/web/live.ts';
import type { Front, Entry, Waiting } from '#platform/web/entry.ts';
import { nowAndThen } from '#platform/web/now-and-then.ts';
import { tellPlanChanged } from '#platform/web/plan-news.ts';
import { writeStored } from '#platform/web/storage.ts';
import { getViewer, useViewer } from '#platform/web/viewer.ts';
import { savedApi, savedHead, type SavedHead, type SavedTemplate } from '../rules/contract.ts';
import { firstList, type ListEvent, type ListState, listStep } from '../rules/list.ts';
import { localKeys } from '../rules/local-copies.ts';
import { headOf } from '../rules/record.ts';
import { withChanged } from '../rules/list-view.ts';
import { kind, savedStore } from './store.ts';
import { localRecords } from './local.ts';
import { tellAgain } from './payload.ts';

export interface SavedList extends ListState {
  /** The current user's templates, the bin among them; newest knowledge of this device. */
  heads: SavedHead[];
  waiting: Waiting[];
  /** How many there are outside the bin while `heads` are only the newest of them; then null. */
  total: number | null;
  forceReady(): void;
}

/** More than a screen shows. */
const frontCount = 60;

type FirstScreen = [Front<SavedHead>, Waiting[]];
let ahead: { owner: string; screen: Promise<FirstScreen>; forget: () => void } | null = null;

const readFirst = (owner: string): Promise<FirstScreen> => {
  const { durable } = savedStore();
  return Promise.all([durable.front<SavedHead>(owner, kind, frontCount), durable.waiting(owner)]).catch(
    (): FirstScreen => [{ lines: [], total: 0 }, []],
  );
};

/** Somebody is about to look: their first screen is read by the time they do, and again after any change. */
export function readAhead(): void {
  const owner = getViewer().user?.uid;
  if (!owner || ahead?.owner === owner) return;
  ahead?.forget();
  const unhear = savedStore().onChange(() => ahead?.forget());
  const forget = () => {
    unhear();
    ahead = null;
  };
  ahead = { owner, screen: readFirst(owner), forget };
}

function firstScreen(owner: string): Promise<FirstScreen> {
  const read = ahead?.owner === owner ? ahead.screen : readFirst(owner);
  ahead?.forget();
  return read;
}

const isHead = (value: unknown): boolean => savedHead.safeParse(value).success;

/** The list of one person, outside React: what is on this device at once, then live. */
function createList(userId: string | null, isOffline: boolean) {
  let state = firstList;
  let heads: SavedHead[] = [];
  let waiting: Waiting[] = [];
  let total: number | null = null;
  let snapshot: Omit<SavedList, 'forceReady'> = { ...state, heads, waiting, total };
  const lines = new Map<string, Entry<SavedHead>>();
  /** What is not in `heads` yet as it is in `lines`. */
  const changed = new Set<string>();
  const heard = new Set<string>();
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
      const isShown = state.userId !== null && state.shows !== 'nothing';
      heads = isShown ? withChanged(heads, new Map([...changed].map((id) => [id, headIn(lines, id)]))) : [];
      if (isShown) changed.clear();
      else for (const id of lines.keys()) changed.add(id);
      snapshot = { ...state, heads, waiting, total };
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
      durable: savedStore().durable,
      owner: userId,
      kind,
      url: ({ value, epoch }) =>
        `${savedApi.events}?after=${value}${epoch === null ? '' : `&epoch=${encodeURIComponent(epoch)}`}`,
      isHead,
      tellAgain: (body, head) => {
        // Told once the disk has it: what a backup lost goes out with everything else that waits.
        setTimeout(() => void savedStore().outbox.drain(userId), 0);
        return tellAgain(body, head);
      },
      onStatus(status) {
        step({ type: status === 'live' ? 'live' : 'listenerFailed' });
        counting.ask();
      },
    });
  }

  async function load(): Promise<void> {
    if (userId === null) return step({ type: 'viewer', userId, isOffline, localCount: 0 });
    const { durable } = savedStore();
    // Local storage answers at once: whoever waits for the other one has a list and its timers by then.
    const copies = localRecords().filter((one) => one.userId === userId);
    const first = firstScreen(userId);
    const early = await Promise.race([first, soon()]);
    if (isOver) return;
    if (!early) {
      for (const record of copies) take(lineOf(userId, record));
      step({ type: 'viewer', userId, isOffline, localCount: copies.length });
    }
    const [front, queue] = early ?? (await first);
    if (isOver) return;
    waiting = queue;
    const isLong = front.total > front.lines.length;
    if (isLong) {
      // The first screen is drawn before the rest of a long list is read.
      total = front.total;
      for (const line of front.lines) if (!heard.has(line.id)) take(line);
      if (early) step({ type: 'viewer', userId, isOffline, localCount: front.total });
      else step({ type: 'found' });
      await drawn();
    }
    const kept = await durable.list<SavedHead>(userId, kind).catch(() => []);
    if (isOver) return;
    for (const line of kept) if (!heard.has(line.id)) take(line);
    for (const record of copies) if (!lines.has(record.id)) take(lineOf(userId, record));
    total = null;
    if (isLong) publish();
    else if (early) step({ type: 'viewer', userId, isOffline, localCount: lines.size });
    else if (lines.size > 0) step({ type: 'found' });
  }

  const take = (line: Entry<SavedHead>) => {
    lines.set(line.id, line);
    changed.add(line.id);
  };

  function hear(): () => void {
    if (userId === null) return () => {};
    const { onChange } = savedStore();
    return onChange((change) => {
      if (change.owner !== userId || change.kind !== kind) return;
      for (const line of change.kept) take(line as Entry<SavedHead>);
      for (const id of change.gone) {
        lines.delete(id);
        changed.add(id);
      }
      // Newer than what a reading that is under way will bring.
      for (const { id } of change.kept) heard.add(id);
      for (const id of change.gone) heard.add(id);
      publish();
      counting.ask();
      if (change.queue) queueReading.ask();
    });
  }

  const queueReading = nowAndThen(250, async () => {
    if (userId === null) return;
    waiting = await savedStore().durable.waiting(userId);
    publish();
  });

  let counted = -1;
  /** How much of the plan is used has changed with what there is, once the account knows of it. */
  const counting = nowAndThen(300, () => {
    if (state.status !== 'connected') return;
    const before = counted;
    counted = 0;
    for (const { remote } of lines.values())
      if (remote && !remote.deletedAt && !remote.isPurged) counted += 1;
    if (before >= 0 && before !== counted) tellPlanChanged();
  });

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    forceReady: () => step({ type: 'forceReady' }),
    start(): () => void {
      isOver = false;
      counted = -1;
      const stopHearing = hear();
      void load();
      return () => {
        isOver = true;
        unfollow();
        stopHearing();
        counting.stop();
        queueReading.stop();
        timers.forEach(clearTimeout);
        timers.clear();
      };
    },
  };
}

const lineOf = (owner: string, record: SavedTemplate): Entry<SavedHead> => ({
  owner,
  kind,
  id: record.id,
  remote: null,
  local: headOf(record),
});

/** As long as nobody notices a list that begins empty. */
const soon = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 300));

function headIn(lines: ReadonlyMap<string, Entry<SavedHead>>, id: string): SavedHead | null {
  const line = lines.get(id);
  const head = line?.local ?? line?.remote;
  return head && !head.isPurged ? head : null;
}

/** After the next frame; where none is drawn, soon. */
const drawn = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });

const nobody: Omit<SavedList, 'forceReady'> = { ...firstList, heads: [], waiting: [], total: null };

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

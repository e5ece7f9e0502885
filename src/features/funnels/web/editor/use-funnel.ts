import { useCallback, useEffect, useRef, useState } from 'react';
import { reportError } from '#platform/web/reporting.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { toast } from '#ui/toast.tsx';
import type { Funnel, FunnelHead, WriteBody } from '../../rules/contract.ts';
import { type History, record, redo, startHistory, undo } from '../../rules/history.ts';
import { funnelStore, headOfLine, keepFunnel, kind, openFunnel, refreshFunnels } from '../store.ts';

/** `page`: this browser keeps nothing, and the account does not have it yet. */
export type SaveState = 'saving' | 'page' | 'device' | 'account' | 'failed';

export interface Editing {
  funnel: Funnel;
  head: FunnelHead | null;
  /** Where the newest of it certainly is. */
  save: SaveState;
  /** Why the account does not take it. */
  refusal: string | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Said as a function it is done to what is there by then, whatever was done since it was asked for. */
  change(next: Funnel | ((now: Funnel) => Funnel), tag?: string): void;
  /** A change that is still on its way, such as a picture that is read: what takes the funnel along waits for it. */
  waitFor<R>(coming: Promise<R>): Promise<R>;
  /** The funnel with everything that was on its way, kept on the disk. */
  whole(): Promise<Funnel>;
  undo(): void;
  redo(): void;
  /** Everything typed is on the disk when it resolves. */
  flush(): Promise<void>;
  /** 'sent' when it is done; 'refused' when the account says why not; 'waiting' when it could not be reached. */
  publish(wish: NonNullable<WriteBody['publish']>, hasSeen: boolean): Promise<'sent' | 'refused' | 'waiting'>;
}

export type Loaded =
  | { is: 'loading' }
  | { is: 'missing' }
  | { is: 'failed'; error: unknown }
  | ({ is: 'here' } & Editing);

const pauseMs = 500;

/** One funnel under the hands of somebody: every change is kept a moment later, and nothing typed is ever only here. */
export function useFunnel(owner: string, firstId: string): Loaded {
  const [history, setHistory] = useState<History<Funnel> | null>(null);
  const [problem, setProblem] = useState<'missing' | { error: unknown } | null>(null);
  const [save, setSave] = useState<SaveState>('device');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [head, setHead] = useState<FunnelHead | null>(null);
  const id = useRef(firstId);
  const on = useRef<{ rev: string; version: number } | null>(null);
  const newest = useRef<Funnel | null>(null);
  const kept = useRef<Funnel | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The account kept what was changed here as a funnel of its own, and this page is about to become that one. */
  const moving = useRef(false);
  const writing = useRef<Promise<void>>(Promise.resolve());
  const coming = useRef(new Set<Promise<unknown>>());

  const look = useCallback(async () => {
    const { durable } = funnelStore();
    const [{ kept: line, body }, waiting] = await Promise.all([
      durable.one(owner, kind, id.current),
      durable.waiting(owner),
    ]);
    const mine = waiting.filter((row) => row.id === id.current);
    setHead(line && headOfLine(line));
    setRefusal(mine.find((row) => row.refusal)?.refusal ?? null);
    if (newest.current !== kept.current || moving.current) return;
    setSave(line?.remote && mine.length === 0 ? 'account' : funnelStore().isKept() ? 'device' : 'page');
    // Changed in another tab or on another device, and nothing here to lose: it is shown.
    const isBehind = mine.length === 0 && (line?.remote?.contentVersion ?? 0) > (body?.version ?? 0);
    if (!on.current || (body?.rev === on.current.rev && !isBehind)) return;
    const opened = await openFunnel(owner, id.current).catch(() => null);
    if (!opened || newest.current !== kept.current || moving.current || opened.rev === on.current.rev) return;
    on.current = { rev: opened.rev, version: opened.version };
    newest.current = opened.funnel;
    kept.current = opened.funnel;
    setHistory((now) => now && record(now, opened.funnel, null, Date.now()));
  }, [owner]);

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    writing.current = writing.current.then(async () => {
      const funnel = newest.current;
      if (!funnel || funnel === kept.current) return;
      try {
        const done = await keepFunnel(owner, { ...funnel, id: id.current }, on.current);
        on.current = done.on;
        kept.current = funnel;
        await look();
      } catch (error) {
        setSave('failed');
        reportError(error);
      }
    });
    return writing.current;
  }, [owner, look]);

  const soon = useCallback(() => {
    setSave('saving');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), pauseMs);
  }, [flush]);
  const apply = useCallback(
    (change: Funnel | ((now: Funnel) => Funnel), tag?: string) => {
      const before = newest.current;
      const next = typeof change === 'function' ? before && change(before) : change;
      if (!next) return;
      newest.current = next;
      setHistory((now) => now && record(now, next, tag ?? null, Date.now()));
      soon();
    },
    [soon],
  );
  const waitFor = useCallback(<R>(one: Promise<R>): Promise<R> => {
    coming.current.add(one);
    const arrived = () => void coming.current.delete(one);
    one.then(arrived, arrived);
    return one;
  }, []);
  const settle = useCallback(async () => {
    await Promise.allSettled(coming.current);
    await flush();
  }, [flush]);

  useEffect(() => {
    let isOver = false;
    openFunnel(owner, firstId).then(
      (opened) => {
        if (isOver) return;
        if (!opened) return setProblem('missing');
        on.current = { rev: opened.rev, version: opened.version };
        newest.current = opened.funnel;
        kept.current = opened.funnel;
        setHistory(startHistory(opened.funnel));
        void look();
      },
      (error: unknown) => !isOver && setProblem({ error }),
    );
    const stopHearing = funnelStore().onChange((change) => {
      if (change.owner === owner) void look().catch(() => {});
    });
    const stopCopies = funnelStore().onCopied(({ from, to, head: copy }) => {
      if (from !== id.current || moving.current) return;
      moving.current = true;
      // Behind what is being written, and before anything that is written next: it goes by its new name at once.
      writing.current = writing.current.then(async () => {
        const { body } = await funnelStore()
          .durable.one(owner, kind, to)
          .catch(() => ({ body: null }));
        id.current = to;
        if (body) on.current = { rev: body.rev, version: body.version };
        moving.current = false;
        const { name, slug } = copy as FunnelHead;
        const sent = (body?.body ?? null) as Funnel | null;
        const now = newest.current;
        if (now) apply({ ...now, id: to, slug, name: sent && now.name !== sent.name ? now.name : name });
        window.history.replaceState(null, '', `?id=${to}`);
        toast.warning('This funnel was changed elsewhere first. Yours is saved as a separate funnel.', {
          action: {
            label: 'Open the Other',
            onAct: () => window.location.assign(`/tools/funnel-builder?id=${encodeURIComponent(from)}`),
          },
        });
        await refreshFunnels(owner).catch(() => {});
      });
    });
    const leave = () => void flush();
    const hide = () =>
      document.visibilityState === 'hidden' ? leave() : void refreshFunnels(owner).catch(() => {});
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      isOver = true;
      stopHearing();
      stopCopies();
      leave();
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [owner, firstId, flush, look, apply]);

  // Where this browser keeps nothing, closing the page is asked about until the account has it.
  useEffect(() => {
    if (save === 'account' || funnelStore().isKept()) return undefined;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [save]);

  const travel = (step: (history: History<Funnel>) => History<Funnel>) => {
    if (!history) return;
    const next = step(history);
    if (next === history) return;
    newest.current = next.now;
    setHistory(next);
    soon();
  };

  if (problem === 'missing') return { is: 'missing' };
  if (problem) return { is: 'failed', error: problem.error };
  if (!history) return { is: 'loading' };
  return {
    is: 'here',
    funnel: history.now,
    head,
    save,
    refusal,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: apply,
    waitFor,
    async whole() {
      await settle();
      return { ...(newest.current ?? history.now), id: id.current };
    },
    undo: () => travel(undo),
    redo: () => travel(redo),
    flush,
    async publish(wish, hasSeen) {
      await settle();
      const keeping = writing.current.then(async () => {
        const funnel = newest.current ?? history.now;
        const done = await keepFunnel(owner, { ...funnel, id: id.current }, on.current, {
          publish: wish,
          hasSeen,
        });
        on.current = done.on;
        kept.current = funnel;
        return done.row;
      });
      writing.current = keeping.then(
        () => {},
        () => {},
      );
      const row = await keeping;
      const { outbox } = funnelStore();
      const outcome = onlineMember() === owner ? await outbox.send(row) : 'waiting';
      await look();
      if (typeof outcome === 'object' && 'refused' in outcome) throw outcome.refused;
      if (outcome !== 'sent') return 'waiting';
      const { kept: line } = await funnelStore().durable.one(owner, kind, id.current);
      return line && headOfLine(line)?.publishRefusal ? 'refused' : 'sent';
    },
  };
}

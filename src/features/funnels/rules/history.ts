/** Undo without end within reason: what was, what is, what was taken back. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
  /** What the last change was, so that typing on in one field is one step back. */
  tag: string | null;
  at: number;
}

const most = 200;
const pauseMs = 1500;

export const startHistory = <T>(now: T): History<T> => ({ past: [], now, future: [], tag: null, at: 0 });

export function record<T>(history: History<T>, next: T, tag: string | null, at: number): History<T> {
  if (next === history.now) return history;
  const goesOn = tag !== null && tag === history.tag && at - history.at < pauseMs && history.past.length > 0;
  const past = goesOn ? history.past : [...history.past, history.now].slice(-most);
  return { past, now: next, future: [], tag, at };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    tag: null,
    at: 0,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const after = history.future[0];
  if (after === undefined) return history;
  return {
    past: [...history.past, history.now],
    now: after,
    future: history.future.slice(1),
    tag: null,
    at: 0,
  };
}

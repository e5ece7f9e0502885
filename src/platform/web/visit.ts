import { type Area, areas, rawNames, rawRead, rawRemove, rawWrite } from './area.ts';

/**
 * A visit is one person’s time at this device, as far as a tab can tell: it begins with the tab, or with the first
 * action after half an hour of inactivity, and ends with the tab, with half an hour of inactivity, or with a logout
 * in any tab. What a guest creates in it becomes theirs when they sign in; what was already there may be someone
 * else's. It is recorded from the tab's first page on, because a reloaded page has to know what another tab did in
 * the meantime.
 */
interface Visit {
  since: number;
  last: number;
  /** What a guest had here when it began, `local cart`. */
  found: string[];
}

const key = 'hub.visit';
/** The time of the last logout, for other tabs: a suspended one gets no events, and reads it when it wakes up. */
const leftKey = 'hub.left';
const longestPauseMs = 30 * 60_000;
/** Activity is recorded at most this often. */
const noteMs = 60_000;

let current: Visit | null = null;

/** Whether this existed before the current visit. */
export const wasFound = (area: Area, name: string, now = Date.now()): boolean =>
  visit(now).found.includes(`${area} ${name}`);

/** It was changed in this visit, which is enough. */
export function touched(area: Area, name: string): void {
  const line = `${area} ${name}`;
  const here = visit(Date.now());
  if (!here.found.includes(line)) return;
  keep({ ...here, found: here.found.filter((one) => one !== line) });
}

/** It was made from something already there, so it belongs to this visit no more than that does. */
export function madeOfFound(area: Area, name: string): void {
  const line = `${area} ${name}`;
  const here = visit(Date.now());
  if (!here.found.includes(line)) keep({ ...here, found: [...here.found, line] });
}

/** When it began, in this device’s milliseconds. */
export const visitSince = (now = Date.now()): number => visit(now).since;

/** Someone is here: called when a page starts, and on every click or keystroke. */
export const noteAct = (now = Date.now()): void => {
  const here = visit(now);
  if (now - here.last > noteMs) keep({ ...here, last: now });
};

/** The next action begins a new visit. */
export function endVisit(): void {
  current = null;
  rawRemove(key, 'session');
}

/** A logout: whoever uses any tab of this browser next may be someone else. */
export function endVisits(): void {
  rawWrite(leftKey, String(Date.now()), 'local');
  endVisit();
}

function visit(now: number): Visit {
  current ??= read();
  const isPause = (of: Visit) => Math.abs(now - of.last) > longestPauseMs;
  if (current && !isPause(current) && !isLeft(current, now)) return current;
  return keep({ since: now, last: now, found: everything() });
}

/** A clock that was moved back must not end every visit as it begins. */
function isLeft({ since }: Visit, now: number): boolean {
  const left = Number(rawRead(leftKey, 'local'));
  return since < left && left <= now;
}

function keep(next: Visit): Visit {
  current = next;
  rawWrite(key, JSON.stringify(next), 'session');
  return next;
}

const everything = (): string[] =>
  areas.flatMap((area) => rawNames(area).map((name) => `${area} ${name.replace(/@guest$/, '')}`));

function read(): Visit | null {
  try {
    const { since, last, found } = (JSON.parse(rawRead(key, 'session') ?? 'null') ?? {}) as Partial<Visit>;
    const isWhole = typeof since === 'number' && typeof last === 'number' && Array.isArray(found);
    return isWhole ? { since, last, found } : null;
  } catch {
    return null;
  }
}

import { type Area, areas, rawNames, rawRead, rawRemove, rawWrite } from './area.ts';

/**
 * A visit is one person’s time at this device, as far as a tab can tell: it begins with the tab, or with the first act
 * after half an hour without any, and ends with the tab, with that half hour, or with a logout in any tab. What a guest
 * makes in it is theirs when they sign in; what was there when it began was perhaps made by somebody else. It is
 * remembered from the tab's first page on: a page that is loaded again has to know what another tab made meanwhile.
 */
interface Visit {
  since: number;
  last: number;
  /** What a guest had here when it began, `local cart`. */
  found: string[];
}

const key = 'hub.visit';
/** When somebody logged out last, for the other tabs: one that sleeps hears nothing, and reads it when it wakes. */
const leftKey = 'hub.left';
const longestPauseMs = 30 * 60_000;
/** An act is written down at most this often. */
const noteMs = 60_000;

let current: Visit | null = null;

/** Whether this was here before the present visit began. */
export const wasFound = (area: Area, name: string, now = Date.now()): boolean =>
  visit(now).found.includes(`${area} ${name}`);

/** It was changed in this visit, and that is enough. */
export function touched(area: Area, name: string): void {
  const line = `${area} ${name}`;
  const here = visit(Date.now());
  if (!here.found.includes(line)) return;
  keep({ ...here, found: here.found.filter((one) => one !== line) });
}

/** It was made out of something that was found: it is no more of this visit than that is. */
export function madeOfFound(area: Area, name: string): void {
  const line = `${area} ${name}`;
  const here = visit(Date.now());
  if (!here.found.includes(line)) keep({ ...here, found: [...here.found, line] });
}

/** When it began, in this device’s milliseconds. */
export const visitSince = (now = Date.now()): number => visit(now).since;

/** Somebody is here: called at the start of a page, and at each press of a button or a key. */
export const noteAct = (now = Date.now()): void => {
  const here = visit(now);
  if (now - here.last > noteMs) keep({ ...here, last: now });
};

/** The next act begins another one. */
export function endVisit(): void {
  current = null;
  rawRemove(key, 'session');
}

/** A logout: whoever comes to any tab of this browser now may be somebody else. */
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

/** A clock that was put back must not end each visit as it begins. */
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

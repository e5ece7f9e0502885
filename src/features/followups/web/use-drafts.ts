import { useCallback, useEffect, useRef, useState } from 'react';
import { onStoredElsewhere, readStored, removeStored, writeStored } from '#platform/web/storage.ts';

type Bag<T> = Readonly<Record<string, T>>;

interface Drafts<T> {
  all: Bag<T>;
  /** What is there by now, for what happens later than it was drawn. */
  now(): Bag<T>;
  put(id: string, draft: T): void;
  drop(id: string): void;
  /** The device has no room: what is typed lasts as long as the page is open. */
  isFull: boolean;
}

/**
 * What is typed and not saved yet, by what it belongs to: saved on this device for whoever is here, so that neither a
 * reload nor leaving the page loses any of it. Each change is laid over what is stored by now, so that another tab’s
 * drafts stay.
 */
export function useDrafts<T extends object>(
  name: 'followups' | 'followups-people',
  sound: (typed: unknown) => T | null,
): Drafts<T> {
  const key = `simpleRecord:${name}` as const;
  const soundly = useRef(sound);
  const [all, setAll] = useState<Bag<T>>(() => soundBag(readStored(key), sound));
  const latest = useRef(all);
  const show = useCallback((next: Bag<T>) => {
    latest.current = next;
    setAll(next);
  }, []);
  const full = useRef(false);
  const [isFull, setFull] = useState(false);
  useEffect(
    () => onStoredElsewhere(key, () => show(soundBag(readStored(key), soundly.current))),
    [key, show],
  );
  const write = useCallback(
    (change: (now: Bag<T>) => Bag<T>) => {
      const next = change(full.current ? latest.current : soundBag(readStored(key), soundly.current));
      const isEmpty = Object.keys(next).length === 0;
      if (isEmpty) removeStored(key);
      full.current = !isEmpty && writeStored(key, JSON.stringify(next)) !== 'written';
      setFull(full.current);
      show(next);
    },
    [key, show],
  );
  const put = useCallback((id: string, draft: T) => write((now) => ({ ...now, [id]: draft })), [write]);
  const drop = useCallback((id: string) => write((now) => without(now, id)), [write]);
  const now = useCallback(() => latest.current, []);
  return { all, now, put, drop, isFull };
}

export const without = <T>(bag: Bag<T>, id: string): Bag<T> =>
  Object.fromEntries(Object.entries(bag).filter(([each]) => each !== id));

/** Of what is stored, what this release can read. */
export function soundBag<T extends object>(text: string | null, sound: (typed: unknown) => T | null): Bag<T> {
  try {
    const bag: unknown = JSON.parse(text ?? 'null');
    if (typeof bag !== 'object' || bag === null || Array.isArray(bag)) return {};
    return Object.fromEntries(
      Object.entries(bag).flatMap(([id, typed]) => {
        const draft = sound(typed);
        return draft ? [[id, draft]] : [];
      }),
    );
  } catch {
    return {};
  }
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { onOtherOwner, readStored, removeStored, writeStored } from './storage.ts';

/** A bag of what was typed, by name. */
type Bag = Record<string, unknown>;

/**
 * What is typed in a form and not saved yet: kept on this device for whoever is here, so that leaving the page loses
 * none of it. Null: nothing.
 */
export function useDraft<T extends object>(
  name: `${'recovery' | 'billing' | 'plans'}-${string}`,
  sound: (typed: Bag) => T | null,
): [T | null, (change: T | null | ((now: T | null) => T | null)) => void] {
  const key = `simpleRecord:${name}` as const;
  const [typed, setTyped] = useState<T | null>(() => {
    const bag = read(readStored(key));
    return bag && sound(bag);
  });
  const latest = useRef(typed);
  const soundly = useRef(sound);
  // Set aside, taken back, or another person's by now.
  useEffect(
    () =>
      onOtherOwner(key, () => {
        const bag = read(readStored(key));
        latest.current = bag && soundly.current(bag);
        setTyped(latest.current);
      }),
    [key],
  );
  const type = useCallback(
    (change: T | null | ((now: T | null) => T | null)) => {
      const next = typeof change === 'function' ? change(latest.current) : change;
      latest.current = next;
      if (next === null || Object.keys(next).length === 0) removeStored(key);
      else writeStored(key, JSON.stringify(next));
      setTyped(next);
    },
    [key],
  );
  return [typed, type];
}

function read(text: string | null): Bag | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : null;
  } catch {
    return null;
  }
}

/** Of a bag what fits these fields by name and kind: another release may have kept it. */
export function fitting<T extends object>(like: T): (bag: Bag) => Partial<T> | null {
  return (bag) => {
    const known = Object.entries(like).filter(
      ([name, value]) => Object.hasOwn(bag, name) && typeof bag[name] === typeof value,
    );
    return known.length === 0
      ? null
      : (Object.fromEntries(known.map(([name]) => [name, bag[name]])) as Partial<T>);
  };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { fromLeaves, isBlankLeaf, isSameLeaf, leavesOf } from '#base/leaves.ts';
import { plainLocale } from '#base/locale.ts';
import { beginWith } from '#features/documents/rules/answers/interview.ts';
import { answersKey } from '#features/documents/rules/answers/kept-answers.ts';
import type { OtherAnswer } from '#features/documents/rules/answers/merge-answers.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { makeWay } from '#platform/web/earlier.ts';
import { onStoredElsewhere, readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { today } from '../today.ts';
import { type AnswersAccount, type AnswersSync, createAnswersSync } from './answers-sync.ts';

export interface Interview {
  answers: Answers;
  /** Today and the reader's own way of writing figures; blank until this is a browser. */
  date: string;
  locale: string | undefined;
  /** False where this browser keeps nothing. */
  isKept: boolean;
  /** The last answer that changed, `sideA.name` for a part; settles by itself. */
  changed: string | null;
  /** What was typed on another device, and made way for what stands here. */
  others: readonly OtherAnswer[];
  answer: (field: string, raw: unknown, part?: string) => void;
  /** Takes the other one, or leaves what stands here. */
  decide: (other: OtherAnswer, takes: boolean) => void;
  startOver: () => void;
  /**
   * A saved document has these answers now, `withOthers` those of other devices as well: the form is free for the next
   * one, here and on every other device.
   */
  give: (withOthers: boolean) => void;
}

const settleMs = 2400;
/** After the last answer: nobody's account is asked at each letter. */
const quietMs = 1500;
const firstRetryMs = 4000;
const lastRetryMs = 60_000;

/** The answers of one document: every change is on the device before the next one can be typed. */
export function useAnswers(
  template: Template,
  remote: AnswersAccount | null,
  name: string = template.slug,
): Interview {
  const key = answersKey(name);
  const [answers, setAnswers] = useState<Answers>({});
  const [here, setHere] = useState<{ date: string; locale: string | undefined }>({
    date: '',
    locale: undefined,
  });
  const [isKept, setKept] = useState(true);
  const [changed, setChanged] = useState<string | null>(null);
  const [others, setOthers] = useState<readonly OtherAnswer[]>([]);
  const latest = useRef<Answers>(answers);
  const sync = useRef<AnswersSync | null>(null);
  /** Under this key storage has no room: `latest` is all there is. */
  const unwritten = useRef<string | null>(null);
  const show = useCallback((next: Answers) => {
    latest.current = next;
    setAnswers(next);
  }, []);
  const keep = useCallback(
    (next: Answers) => {
      const isWritten = writeStored(key, JSON.stringify(next)) === 'written';
      unwritten.current = isWritten ? null : key;
      setKept(isWritten);
      show(next);
    },
    [key, show],
  );

  useEffect(() => {
    const handed = readStored(key, 'session');
    const stored = readStored(key) ?? (unwritten.current === key ? JSON.stringify(latest.current) : null);
    latest.current = beginWith(template, stored, handed);
    if (handed !== null) {
      const replaces = stored !== null && replacesIn(beginWith(template, stored, null), latest.current);
      const mayWrite = !replaces || makeWay(key, stored);
      // Where the device has no room it goes with this tab, and that is said.
      const isWritten = mayWrite && writeStored(key, JSON.stringify(latest.current)) === 'written';
      if (isWritten) removeStored(key, 'session');
      setKept(isWritten);
    }
    setAnswers(latest.current);
    setHere({ date: today(), locale: plainLocale(navigator.language) });
    // What another tab of this browser typed.
    return onStoredElsewhere(key, () => {
      unwritten.current = null;
      show(beginWith(template, readStored(key), null));
    });
  }, [template, key, show]);

  useEffect(() => {
    if (!remote) return undefined;
    const names = new Set(allFields(template).map((field) => field.name));
    const made = createAnswersSync({
      name,
      remote,
      read: () => latest.current,
      take: (next) => keep(beginWith(template, JSON.stringify(next), null)),
      isAsked: (path) => names.has(path.split('.')[0] ?? ''),
      showOthers: (next) => setOthers((before) => (isSameOthers(before, next) ? before : next)),
    });
    sync.current = made;
    made.showKnown();
    return () => {
      sync.current = null;
      setOthers([]);
    };
  }, [remote, template, name, keep]);

  // A moment after the last answer, and whenever somebody comes back to this page: another device may have gone on.
  useEffect(() => {
    if (!remote) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let wait = firstRetryMs;
    const later = (ms: number) => {
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(go, ms);
    };
    const go = () => {
      sync.current?.sync().then(
        (isDone) => {
          wait = firstRetryMs;
          if (!isDone) later(quietMs);
        },
        () => {
          later(wait);
          wait = Math.min(wait * 2, lastRetryMs);
        },
      );
    };
    const back = () => document.visibilityState === 'visible' && later(0);
    const leave = () => sync.current?.leave();
    later(quietMs);
    window.addEventListener('online', back);
    window.addEventListener('focus', back);
    document.addEventListener('visibilitychange', back);
    window.addEventListener('pagehide', leave);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', back);
      window.removeEventListener('focus', back);
      document.removeEventListener('visibilitychange', back);
      window.removeEventListener('pagehide', leave);
    };
  }, [remote, answers, others]);

  // What the account has shows at once, without the pause after typing.
  useEffect(() => {
    const made = sync.current;
    made?.sync().catch(() => {});
    // Another page of this hub is opened: what is left goes now.
    return () => made?.leave();
  }, [remote, template, name]);

  useEffect(() => {
    if (changed === null) return undefined;
    const timer = setTimeout(() => setChanged(null), settleMs);
    return () => clearTimeout(timer);
  }, [changed, answers]);

  const answer = useCallback(
    (field: string, raw: unknown, part?: string) => {
      keep({ ...latest.current, [field]: raw });
      setChanged(part ? `${field}.${part}` : field);
    },
    [keep],
  );

  const decide = useCallback(
    ({ id, path, value }: OtherAnswer, takes: boolean) => {
      if (takes) {
        keep(fromLeaves({ ...leavesOf(latest.current), [path]: value }));
        setChanged(path);
      }
      sync.current?.decide(id);
    },
    [keep],
  );

  const startOver = useCallback(() => {
    removeStored(key);
    show({});
    setChanged(null);
  }, [key, show]);

  const give = useCallback(
    (withOthers: boolean) => {
      const made = sync.current;
      made?.give(withOthers);
      startOver();
      // Twice where the last answers were still on their way; without a line the next page of this hub sends it.
      made
        ?.sync()
        .then((isDone) => isDone || made.sync())
        .catch(() => {});
    },
    [startOver],
  );

  return { answers, ...here, isKept, changed, others, answer, decide, startOver, give };
}

/** An answer stands where another one stood. */
function replacesIn(before: Answers, now: Answers): boolean {
  const [old, next] = [leavesOf(before), leavesOf(now)];
  return Object.keys(old).some((path) => !isBlankLeaf(old[path]) && !isSameLeaf(old[path], next[path]));
}

const isSameOthers = (a: readonly OtherAnswer[], b: readonly OtherAnswer[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);

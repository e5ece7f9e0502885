import { useCallback, useEffect, useRef, useState } from 'react';
import { plainLocale } from '#base/locale.ts';
import { beginWith } from '#features/documents/rules/interview.ts';
import { answeredAtKey, answersKey } from '#features/documents/rules/kept-answers.ts';
import type { Template } from '#features/documents/rules/template.ts';
import type { Answers } from '#features/documents/rules/values.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { today } from '../today.ts';

export interface Interview {
  answers: Answers;
  /** Today and the reader's own way of writing figures; blank until this is a browser. */
  date: string;
  locale: string | undefined;
  /** False where this browser keeps nothing. */
  isKept: boolean;
  /** The last answer that changed, `sideA.name` for a part; settles by itself. */
  changed: string | null;
  answer: (field: string, raw: unknown, part?: string) => void;
  startOver: () => void;
}

/** Where the answers of a person who is known follow them to. */
export interface AnswersShelf {
  /** The newest that was kept there. */
  load: () => Promise<{ content: string; timestamp: Date } | null>;
  save: (content: string) => Promise<unknown>;
}

const settleMs = 2400;
/** After the last answer: nobody's account is asked at each letter. */
const quietMs = 1500;

/** The answers of one document: every change is on the device before the next one can be typed. */
export function useAnswers(
  template: Template,
  shelf: AnswersShelf | null,
  name: string = template.slug,
): Interview {
  const key = answersKey(name);
  const since = answeredAtKey(name);
  const unsaved = useRef(false);
  const [answers, setAnswers] = useState<Answers>({});
  const [here, setHere] = useState<{ date: string; locale: string | undefined }>({
    date: '',
    locale: undefined,
  });
  const [isKept, setKept] = useState(true);
  const [changed, setChanged] = useState<string | null>(null);
  const latest = useRef<Answers>(answers);

  useEffect(() => {
    const handed = readStored(key, 'session');
    latest.current = beginWith(template, readStored(key), handed);
    if (handed !== null && writeStored(key, JSON.stringify(latest.current)) === 'written')
      removeStored(key, 'session');
    setAnswers(latest.current);
    unsaved.current = handed !== null;
    setHere({ date: today(), locale: plainLocale(navigator.language) });
  }, [template, key]);

  // What was answered on another device since shows here too, unless something was answered in the meantime.
  useEffect(() => {
    if (!shelf) return undefined;
    let isOver = false;
    void shelf.load().then((kept) => {
      const known = Number(readStored(since) ?? 0);
      if (isOver || unsaved.current || !kept || kept.timestamp.getTime() <= known) return;
      latest.current = beginWith(template, kept.content, null);
      writeStored(key, JSON.stringify(latest.current));
      writeStored(since, String(kept.timestamp.getTime()));
      setAnswers(latest.current);
    });
    return () => {
      isOver = true;
    };
  }, [shelf, template, key, since]);

  useEffect(() => {
    if (!shelf) return undefined;
    const save = () => {
      if (!unsaved.current) return;
      unsaved.current = false;
      void shelf.save(JSON.stringify(latest.current));
    };
    const timer = setTimeout(save, quietMs);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [shelf, answers]);

  useEffect(() => {
    if (changed === null) return undefined;
    const timer = setTimeout(() => setChanged(null), settleMs);
    return () => clearTimeout(timer);
  }, [changed, answers]);

  const answer = useCallback(
    (field: string, raw: unknown, part?: string) => {
      latest.current = { ...latest.current, [field]: raw };
      unsaved.current = true;
      writeStored(since, String(Date.now()));
      setKept(writeStored(key, JSON.stringify(latest.current)) === 'written');
      setAnswers(latest.current);
      setChanged(part ? `${field}.${part}` : field);
    },
    [key, since],
  );

  const startOver = useCallback(() => {
    latest.current = {};
    unsaved.current = true;
    writeStored(since, String(Date.now()));
    removeStored(key);
    setAnswers({});
    setChanged(null);
  }, [key, since]);

  return { answers, ...here, isKept, changed, answer, startOver };
}

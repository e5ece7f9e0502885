import { useCallback, useEffect, useRef, useState } from 'react';
import { beginWith } from '#features/documents/rules/interview.ts';
import { answersKey } from '#features/documents/rules/kept-answers.ts';
import type { Template } from '#features/documents/rules/template.ts';
import type { Answers } from '#features/documents/rules/values.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

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

const settleMs = 2400;

/** The answers of one document: every change is on the device before the next one can be typed. */
export function useAnswers(template: Template, key = answersKey(template.slug)): Interview {
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
    setHere({ date: new Date().toISOString().slice(0, 10), locale: navigator.language });
  }, [template, key]);

  useEffect(() => {
    if (changed === null) return undefined;
    const timer = setTimeout(() => setChanged(null), settleMs);
    return () => clearTimeout(timer);
  }, [changed, answers]);

  const answer = useCallback(
    (field: string, raw: unknown, part?: string) => {
      latest.current = { ...latest.current, [field]: raw };
      setKept(writeStored(key, JSON.stringify(latest.current)) === 'written');
      setAnswers(latest.current);
      setChanged(part ? `${field}.${part}` : field);
    },
    [key],
  );

  const startOver = useCallback(() => {
    latest.current = {};
    removeStored(key);
    setAnswers({});
    setChanged(null);
  }, [key]);

  return { answers, ...here, isKept, changed, answer, startOver };
}

import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { isBlankAnswer, questionOf } from '#features/documents/rules/answers/interview.ts';
import { questions } from '#features/documents/rules/answers/review.ts';
import type { Step, Template } from '#features/documents/rules/template/template.ts';
import type { Interview } from './use-answers.ts';

/** Where somebody is in an interview: at one of its steps, or behind the last one, where the document is ready. */
export interface Steps {
  all: Step[];
  at: number;
  isAtEnd: boolean;
  /** Titles of the steps that were gone through in this tab, or that somebody answered something of. */
  been: ReadonlySet<string>;
  go: (step: number) => void;
  root: RefObject<HTMLDivElement | null>;
  heading: RefObject<HTMLParagraphElement | null>;
}

/** `wanted` is the question to go to, as often as it is asked for. */
export function useSteps(template: Template, { answers, date }: Interview, wanted: { field: string } | null) {
  const [at, setAt] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLParagraphElement>(null);
  const all = useMemo(() => questions(template, answers, date), [template, answers, date]);
  useEffect(() => {
    if (!wanted) return undefined;
    const question = questionOf(template, wanted.field);
    const step = questions(template, answers, date).findIndex(({ fields }) =>
      fields.some(({ name }) => name === question.name),
    );
    if (step >= 0) setAt(step);
    // After the step is there, and after the dialog gave the focus back.
    const timer = setTimeout(() => focusQuestion(root.current, question), 60);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new wish moves anybody
  }, [wanted]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const answered = all.filter(({ fields }) => fields.some(({ name }) => !isBlankAnswer(answers[name])));
  const been = new Set([...left, ...answered.map(({ title }) => title)]);
  const isGoing = useRef(false);
  const arrive = () => {
    isGoing.current = false;
    heading.current?.focus({ preventScroll: true });
    // On a phone the page is what scrolls: a step begins at its head, wherever the one before ended.
    const isWide = window.matchMedia('(min-width: 1024px)').matches;
    heading.current?.closest('li')?.scrollIntoView({ block: isWide ? 'nearest' : 'start' });
  };
  useEffect(() => {
    if (isGoing.current) arrive();
  }, [at]);
  const go = (step: number) => {
    if (step === at) return arrive();
    isGoing.current = true;
    const from = all[at];
    // The press is answered before the questions of the next step are drawn.
    startTransition(() => {
      if (from) setLeft((old) => new Set([...old, from.title]));
      setAt(step);
    });
  };
  const current = Math.min(at, all.length);
  return { all, at: current, isAtEnd: current === all.length, been, go, root, heading } satisfies Steps;
}

function focusQuestion(root: HTMLElement | null, { name, part }: ReturnType<typeof questionOf>): void {
  const within = (place: HTMLElement | null | undefined, what: 'question' | 'part', value: string) =>
    [...(place?.querySelectorAll<HTMLElement>(`[data-${what}]`) ?? [])].find(
      ({ dataset }) => dataset[what] === value,
    );
  const whole = within(root, 'question', name);
  const question = within(whole, 'part', part) ?? whole;
  const controls = [
    ...(question?.querySelectorAll<HTMLInputElement>('input:not([type=radio]), select, textarea') ?? []),
  ];
  const first = controls.find(({ value }) => value === '') ?? controls[0] ?? question?.querySelector('input');
  first?.focus({ preventScroll: true });
  question?.scrollIntoView({ block: 'center' });
}

import { useMemo } from 'react';
import { type Assumed, assumedIn, assumedPlaces } from '#features/documents/rules/answers/assumed.ts';
import { type Finding, review } from '#features/documents/rules/answers/review.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { fillsItself } from '#features/documents/rules/assembly/blanks.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { Template } from '#features/documents/rules/template/template.ts';

interface Made {
  doc: Doc;
  findings: Finding[];
  assumed: Assumed[];
  /** How the paper tells what nobody has said, and what fills itself, from a blank. */
  marks: { assumed: ReadonlySet<string>; sums: ReadonlySet<string> };
}

/** What these answers make: the document, what is open in it, and what it takes for agreed. */
export function useMade(template: Template, answers: Answers, date: string, locale: string): Made {
  const doc = useMemo(() => assemble(template, answers, { date, locale }), [template, answers, date, locale]);
  const findings = useMemo(() => review(template, answers, date, doc.blanks), [template, answers, date, doc]);
  const assumed = useMemo(
    // Before the reader's own day is known, nothing is said about today.
    () => (date === '' ? [] : assumedIn(template, answers, date, locale)),
    [template, answers, date, locale],
  );
  const marks = useMemo(
    () => ({
      assumed: assumedPlaces(template, assumed),
      sums: new Set(doc.blanks.map(({ field }) => field).filter((place) => fillsItself(template, place))),
    }),
    [template, assumed, doc],
  );
  return { doc, findings, assumed, marks };
}

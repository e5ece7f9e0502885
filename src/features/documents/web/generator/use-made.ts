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
  mark: (place: string) => 'ui-pencil' | 'waiting' | undefined;
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
  // With every letter there is a new list of the same fields: a sheet of fifty pages is not drawn anew for that.
  const fields = assumed.map(({ field }) => field).join(' ');
  const mark = useMemo(() => {
    const places = assumedPlaces(template, fields.split(' '));
    return (place: string) =>
      places.has(place) ? 'ui-pencil' : fillsItself(template, place) ? 'waiting' : undefined;
  }, [template, fields]);
  return { doc, findings, assumed, mark };
}

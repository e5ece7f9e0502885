import { pathsOf } from '../template/condition-words.ts';
import { type Facts, gather } from './evaluate.ts';
import { type Blank, blanksOf } from '../assembly/blanks.ts';
import {
  allFields,
  type Field,
  type Formality,
  type PartyPart,
  type Step,
  type Template,
} from '../template/template.ts';
import { type Answers, partyWords } from './values.ts';

/** Something between these answers and a document that can be signed; `field` is where to mend it. */
export interface Finding {
  field: string;
  kind: 'missing' | 'wrong' | 'conflict' | 'unknown';
  words: string;
  /** Where a law says so. */
  source?: string;
  /** The part of the answer to go to, where it is not the first that is blank. */
  at?: string;
}

/**
 * What stands between these answers and a finished document, in the order of the questions. `marked` are the blanks of
 * its paper, for whoever has made it already.
 */
export function review(
  template: Template,
  answers: Answers,
  date: string,
  marked?: readonly { field: string; label: string }[],
): Finding[] {
  const facts = gather(template, answers, date);
  const findings: Finding[] = [];
  const blanks = blanksOf(template, answers, date, marked);
  for (const field of allFields(template)) {
    if (!facts.asked(field)) continue;
    const wrong = facts.wrong.get(field.name);
    if (wrong !== undefined) findings.push({ field: field.name, kind: 'wrong', words: wrong });
    else
      findings.push(
        ...blanks.filter((blank) => blank.field === field.name).map((one) => missing(field, one)),
      );
  }
  for (const { holds, words, field, source } of template.checks) {
    // A line that lacks a cell is one thing, what another of its cells contradicts is a second.
    const isNamed = findings.some(
      (finding) =>
        finding.field === field && (finding.kind !== 'missing' || facts.value(field) === undefined),
    );
    if (facts.breaks(holds) && !isNamed)
      findings.push({ field, kind: 'conflict', words, ...(source !== undefined && { source }) });
  }
  findings.push(...sameNames(template, facts), ...beyondReckoning(template, facts));
  const known = new Set(allFields(template).map(({ name }) => name));
  for (const name of Object.keys(answers)) {
    if (!known.has(name))
      findings.push({ field: name, kind: 'unknown', words: 'This document doesn’t ask for it.' });
  }
  return findings;
}

/** What the chosen law demands of the paper itself, before it is signed. */
export function formalitiesOf(template: Template, answers: Answers, date: string): Formality[] {
  const facts = gather(template, answers, date);
  return template.formalities.filter(({ when }) => facts.holds(when));
}

/** Its place is blank: said with the question that it is worked out of. */
function beyondReckoning(template: Template, facts: Facts): Finding[] {
  const sum = template.computed.find(({ name }) => facts.isBeyond(name));
  const [path = ''] = sum ? pathsOf(sum.formula) : [];
  const [field = ''] = path.split('.');
  return field === ''
    ? []
    : [
        {
          field,
          kind: 'conflict',
          words: 'This total is too large. Check the digits.',
        },
      ];
}

/** Nobody makes a contract with themselves: mostly one of the two was filled in on the wrong side. */
function sameNames(template: Template, facts: Facts): Finding[] {
  const first = new Map<string, string>();
  return allFields(template).flatMap(({ name, label, kind }): Finding[] => {
    const said = kind.type === 'party' && facts.value(`${name}.name`);
    if (typeof said !== 'string') return [];
    const key = said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    const other = first.get(key);
    if (key !== '' && other === undefined) first.set(key, label);
    return other === undefined
      ? []
      : [{ field: name, kind: 'conflict', words: `Same name as under “${other}”.`, at: `${name}.name` }];
  });
}

function missing({ label, kind }: Field, { field, place }: Blank): Finding {
  const finding = (words: string): Finding => ({
    field,
    kind: 'missing',
    words,
    ...(place !== field && { at: place }),
  });
  const [, first = '', second] = place.split('.');
  if (first === '') return finding(`${label}: still blank.`);
  if (kind.type === 'party') {
    const part = first as PartyPart;
    return finding(`${label}: the ${partyWords[part].toLowerCase()} is still blank.`);
  }
  const column = kind.type === 'list' ? kind.columns.find(({ name }) => name === second) : undefined;
  return finding(`${label}, line ${Number(first) + 1}, ${column?.label ?? second}: still blank.`);
}

/** The questions that matter with these answers. */
export function questions(
  template: Template,
  answers: Answers,
  date: string,
): (Step & { fields: Field[] })[] {
  const facts = gather(template, answers, date);
  return template.steps
    .map((step) => ({
      ...step,
      fields: step.fields
        .filter((field) => facts.asked(field))
        .map((field) => ({ ...field, kind: facts.kindOf(field) })),
    }))
    .filter((step) => step.fields.length > 0);
}

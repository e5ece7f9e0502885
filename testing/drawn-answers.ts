import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import {
  allFields,
  type Column,
  type Field,
  type Template,
} from '#features/documents/rules/template/template.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';

/** Gives a whole number from 0 to below `n`: a random source, or a test's own. */
export type Draw = (n: number) => number;

/** Some answers that somebody could give to this template. */
export function drawAnswers(template: Template, draw: Draw): Answers {
  const answers: Record<string, unknown> = {};
  for (const field of allFields(template)) {
    // What is left out is as likely as what is filled in.
    if (draw(4) > 0) answers[field.name] = drawField(field, draw);
  }
  return answers;
}

function drawField({ kind }: Field, draw: Draw): unknown {
  if (kind.type === 'party') return drawParty(draw);
  if (kind.type !== 'list') return drawSimple(kind, draw);
  const columns = kind.columns.filter((column) => !column.formula);
  return Array.from({ length: draw(4) }, () =>
    Object.fromEntries(columns.map((column) => [column.name, drawSimple(column.kind, draw)])),
  );
}

const names = [
  'Wren & Co <b>',
  '{{7*7}}',
  "O'Neill",
  'Ärzte ohne Grenzen',
  '株式会社',
  '__proto__',
  'a'.repeat(200),
  '$1 #evil',
];

function drawParty(draw: Draw): Record<string, string> {
  const party: Record<string, string> = {
    kind: draw(2) ? 'company' : 'person',
    name: names[draw(names.length)] ?? '',
  };
  if (draw(2)) party['address'] = '1 Long Street\nCork\nIreland';
  if (draw(2)) party['representative'] = 'Ada Moore';
  if (draw(2)) party['role'] = 'director';
  if (draw(2)) party['number'] = '123456';
  if (draw(2)) party['email'] = 'office@example.com';
  return party;
}

const units = ['day', 'week', 'month', 'year'];

function drawSimple(kind: Column['kind'], draw: Draw): unknown {
  switch (kind.type) {
    case 'choice':
      return kind.other !== null && draw(4) === 0
        ? 'something else'
        : kind.options[draw(kind.options.length)]?.value;
    case 'yesno':
      return draw(2) === 1;
    case 'money':
      return `${1 + draw(100_000)}.${draw(10)}${draw(10)}`;
    case 'number':
      return String(Math.max(kind.min, Math.min(kind.max, draw(1000))));
    case 'date':
      return `20${20 + draw(20)}-0${1 + draw(9)}-1${draw(10)}`;
    case 'duration':
      return `${1 + draw(40)} ${units[draw(4)]}s`;
    default:
      return names[draw(names.length)];
  }
}

/** What nobody answers on a good day, each set with its name: nothing, the least, every alternative by itself, nonsense. */
export function* unusualAnswers(template: Template): Generator<[what: string, answers: Answers]> {
  const sample = sampleAnswers(template);
  const fields = allFields(template);
  yield ['nothing', {}];
  const must = new Set(fields.filter(({ required }) => required).map(({ name }) => name));
  yield ['only what must be', Object.fromEntries(Object.entries(sample).filter(([name]) => must.has(name)))];
  for (const { name, kind } of fields) {
    const others =
      kind.type === 'yesno'
        ? ['yes', 'no']
        : kind.type === 'choice'
          ? [...kind.options.map(({ value }) => value), ...(kind.other === null ? [] : ['what we call it'])]
          : [];
    for (const value of others) yield [`${name}: ${value}`, { ...sample, [name]: value }];
    if (name in sample) yield [`all but ${name}`, { ...sample, [name]: undefined }];
  }
  for (const odd of oddities) yield [`"${odd.slice(0, 20)}" everywhere`, everywhere(sample, odd)];
}

const oddities = [
  '1e9',
  '-1',
  '0.001',
  '999999999.99',
  '2026-02-30',
  '0 days',
  'W'.repeat(300),
  'constructor',
  '\u202eevil\u200b\u0000',
  '[[law]] {{page}} \\ | * _ # ~~x~~ &amp; </p>',
  ' ',
];

const everywhere = (value: unknown, odd: string): Answers =>
  Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, one]) => [
      name,
      Array.isArray(one)
        ? one.map((row) => everywhere(row, odd))
        : typeof one === 'object' && one !== null
          ? everywhere(one, odd)
          : odd,
    ]),
  );

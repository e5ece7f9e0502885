import { gather } from '#features/documents/rules/answers/evaluate.ts';
import { type Answers, isRecord } from '#features/documents/rules/answers/values.ts';
import {
  allFields,
  type Duration,
  type Expr,
  type Field,
  type Template,
} from '#features/documents/rules/template/template.ts';

/** One answer that may matter, as it is written in a list for reading, and how it is given. */
export interface Choice {
  words: string;
  give: (answers: Answers) => Answers;
}

/** A question, or a part of one, with a finite set of answers that can make a difference. */
export interface Slot {
  field: Field;
  path: string;
  choices: Choice[];
}

export const someDay = '2026-11-23';

/** What a check has to do with a question: how far its answer goes, and what its words may speak of. */
interface Bounds {
  figures: Set<string>;
  topics: Set<string>;
}

const byTopic: Record<string, string> = {
  abroad: 'Ohio, United States',
  britain: 'London',
  advertising: 'advertising by Google Ads',
  special: 'notes about health',
  inadequate: 'Mumbai, India',
  tracking: 'Google Analytics',
  vat: 'VAT',
  salesTax: 'Sales tax',
};

const spanWords = ({ count, unit }: Duration): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
const order = new Set(['<', '<=', '>', '>=']);

/** The figures at which a check turns, by the answer that it looks at. */
export function boundsOf(exprs: Expr[]): Map<string, Bounds> {
  const found = new Map<string, Bounds>();
  const of = (path: string): Bounds => {
    const bounds = found.get(path) ?? { figures: new Set(), topics: new Set() };
    found.set(path, bounds);
    return bounds;
  };
  const walk = (expr: Expr): void => {
    if (expr.e === 'call' && expr.fn === 'mentions') {
      const [path, topic] = expr.args;
      if (path?.e === 'field' && topic?.e === 'word') of(path.path).topics.add(topic.value);
    }
    if (expr.e === 'op' && order.has(expr.op)) {
      const [left, right] = expr.args;
      if (left?.e === 'field' && right?.e === 'number') {
        of(left.path).figures.add(String(right.value));
      }
      if (left?.e === 'field' && right?.e === 'span') of(left.path).figures.add(spanWords(right.value));
    }
    if (expr.e === 'op' || expr.e === 'call') expr.args.forEach(walk);
  };
  exprs.forEach(walk);
  return found;
}

/** Each figure at which a check turns, with its neighbours; the ends of what can be typed, and that of the sample. */
function figuresOf({ kind, example }: Field, bounds: Bounds | undefined): string[] {
  const at = [...(bounds?.figures ?? [])];
  const sample = example === '' ? [] : [example];
  const near = (figures: number[], step: number, least: number, most: number): string[] =>
    [...new Set(figures.flatMap((figure) => [figure - step, figure, figure + step]))]
      .filter((figure) => figure >= least && figure <= most)
      .sort((a, b) => a - b)
      .map(String);
  switch (kind.type) {
    case 'number': {
      const most = Number.isFinite(kind.max) ? kind.max : 1000;
      const least = Number.isFinite(kind.min) ? kind.min : 0;
      return [...new Set([String(least), ...near(at.map(Number), 1, least, most), ...sample, String(most)])];
    }
    case 'money':
      return [
        ...new Set([
          String(kind.min / 100),
          ...near(
            at.map((cents) => Number(cents) / 100),
            1,
            kind.min / 100,
            9e6,
          ),
          ...sample,
          '1000000',
        ]),
      ];
    case 'duration':
      return [
        ...new Set([
          '1 day',
          ...at.flatMap((span) => {
            const [count = '1', unit = 'day'] = span.split(' ');
            return [span, `${Number(count) + 1} ${unit.replace(/s?$/, 's')}`];
          }),
          ...sample,
          '10 years',
        ]),
      ];
    default:
      return [];
  }
}

const days = ['2020-01-01', '2034-01-01'];

/** Every question of this document with the answers that may make a difference; the law is not among them. */
export function slotsOf(template: Template): Slot[] {
  const bounds = boundsOf([
    ...template.checks.map(({ holds }) => holds),
    ...allFields(template).flatMap(({ show }) => (show ? [show] : [])),
  ]);
  return allFields(template).flatMap((field): Slot[] => {
    if (field.name === 'law') return [];
    const { name, kind, example } = field;
    const put = (words: string, value: unknown = words): Choice => ({
      words,
      give: (answers) => ({ ...answers, [name]: value }),
    });
    const said = (path: string) => [...(bounds.get(path)?.topics ?? [])].map((topic) => byTopic[topic] ?? '');
    const left = field.required ? [] : [put('–', '')];
    const slot = (choices: Choice[], path = name): Slot[] =>
      choices.length > 1 ? [{ field, path, choices }] : [];
    const part = (path: string, words: string[]): Slot[] => {
      const key = path.slice(name.length + 1);
      const within = (value: unknown, one: string): unknown =>
        Array.isArray(value)
          ? value.map((row) => within(row, one))
          : { ...(isRecord(value) ? value : {}), [key]: one };
      return slot(
        words.map((one) => ({
          words: one,
          give: (answers) => ({ ...answers, [name]: within(answers[name], one) }),
        })),
        path,
      );
    };
    switch (kind.type) {
      case 'yesno':
        return slot([put('yes'), put('no')]);
      case 'choice':
        return slot([
          ...left,
          // Of the currencies three are enough: that there are several, and that the law may have one of its own.
          ...kind.options
            .filter(({ value }) => name !== 'currency' || ['USD', 'EUR', 'GBP'].includes(value))
            .map(({ value }) => put(value)),
          ...(kind.other === null ? [] : [put('own words', 'something else')]),
        ]);
      case 'number':
      case 'money':
      case 'duration':
        return slot([...left, ...figuresOf(field, bounds.get(name)).map((figure) => put(figure))]);
      case 'date':
        return slot([...left, ...days.map((day) => put(day))]);
      case 'party':
        return [
          ...(typeof kind.isPerson === 'boolean' ? [] : part(`${name}.kind`, ['company', 'person'])),
          ...part(`${name}.address`, [
            ...said(`${name}.address`),
            ...(said(`${name}.address`).length > 0 ? ['Lyon, France'] : []),
          ]),
        ];
      case 'list':
        return [
          ...(field.required ? [] : slot([put('–', []), put('given', undefined)])),
          ...kind.columns.flatMap((column) =>
            column.kind.type === 'choice'
              ? part(
                  `${name}.${column.name}`,
                  column.kind.options.map(({ value }) => value),
                )
              : said(`${name}.${column.name}`).length > 0
                ? part(`${name}.${column.name}`, ['plain words', ...said(`${name}.${column.name}`)])
                : [],
          ),
        ];
      default: {
        const words = said(name);
        const plain = example || (typeof field.fallback === 'string' ? field.fallback : '') || 'some words';
        return slot([
          ...left,
          ...(left.length + words.length > 0 ? [put('given', plain)] : []),
          ...words.map((one) => put(one)),
        ]);
      }
    }
  });
}

/** Answers that make both questions asked, or nothing where one of them rules the other out. */
export function whereAsked(
  template: Template,
  base: Answers,
  choices: readonly { slot: Slot; choice: Choice }[],
): Answers | undefined {
  const given = (answers: Answers) => choices.reduce((so, { choice }) => choice.give(so), answers);
  const isAsked = (answers: Answers): boolean => {
    const facts = gather(template, answers, someDay);
    return choices.every(({ slot }) => facts.asked(slot.field));
  };
  const first = given(base);
  if (isAsked(first)) return first;
  const fields = new Map(allFields(template).map((field) => [field.name, field]));
  const held = new Set(choices.map(({ slot }) => slot.field.name));
  const turned = new Set<string>();
  const turn = (expr: Expr | null): void => {
    if (expr?.e === 'field' && !turned.has(expr.path) && !held.has(expr.path)) {
      turned.add(expr.path);
      turn(fields.get(expr.path)?.show ?? null);
    }
    if (expr?.e === 'op' || expr?.e === 'call') expr.args.forEach(turn);
  };
  for (const { slot } of choices) turn(slot.field.show);
  let ways: Answers[] = [{}];
  for (const name of turned) {
    const kind = fields.get(name)?.kind;
    const values =
      kind?.type === 'yesno'
        ? ['yes', 'no']
        : kind?.type === 'choice' && name !== 'law'
          ? kind.options.map(({ value }) => value)
          : kind?.type === 'text' || kind?.type === 'longtext'
            ? ['some words']
            : kind?.type === 'money' || kind?.type === 'number'
              ? ['1']
              : kind?.type === 'duration'
                ? ['1 month']
                : [];
    if (values.length > 0) ways = ways.flatMap((way) => values.map((value) => ({ ...way, [name]: value })));
  }
  return ways.map((way) => given({ ...base, ...way })).find(isAsked);
}

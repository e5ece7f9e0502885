import { allFields, type Field, type Template } from '../template/template.ts';
import type { Stated } from './facts.ts';
import { capital, pattern } from './plain.ts';
import { alone, joins, type Kind, type Part, partsOf, type Row, rowOf } from './row.ts';

/** Several of a kind in one breath: "logo 900, business cards 150", "audit 2k, build 9k", "the draft by 5 May and the rest by June". */

type List = Field & { kind: Extract<Field['kind'], { type: 'list' }> };

/** How people call the rows of a list, in small letters without accents; a list of priced lines needs no name. */
const called: Record<string, string> = {
  accounts: 'accounts?|konten|comptes|cuentas',
  changes: 'chang\\w+|ander\\w+|modif\\w+|cambi\\w+',
  deliverables: 'deliver\\w*|liefer\\w*|livr\\w*|entreg\\w*|hands? over',
  extras: 'extras|optional(?:ly)?|on request|auf wunsch|en option',
  measures: 'measures|maßnahmen|mesures|medidas',
  milestones:
    'milestones?|stages?|phases?|steps|parts|instal?ments?|meilensteine?n?|schritten?|jalons?|hitos?|etapes?|etapas?|raten',
  options: 'options?|packages?|tiers?|variants?|pakete?|formules?|paquetes?',
  phases: 'phases?|stages?|steps?|phasen|etapes?|etapas?|fases?',
  recipients: 'recipients|empfanger|destinataires|destinatarios',
  subs: 'sub-?processors|unterauftragnehmer|subencargados|sous-traitants ulterieurs',
  uses: 'purposes|zwecke|finalites|finalidades',
  works: 'works|werke|œuvres|obras',
  // "More" and "parts" say something else.
  more: '(?!)',
  parts: '(?!)',
};
const calledAt = (name: string, low: string): number =>
  low.search(pattern(`(?<!\\p{L})(?:${called[name] ?? name.toLowerCase()})(?!\\p{L})`, 'u'));

const columnOf: Record<Kind, string> = { price: 'money', due: 'date', time: 'duration' };
const allKinds: Kind[] = ['price', 'time', 'due'];
const kindsOf = ({ kind: { columns } }: List): Kind[] =>
  allKinds.filter((one) => columns.some(({ kind, formula }) => kind.type === columnOf[one] && !formula));

export interface Rows {
  lists: [name: string, rows: Record<string, string>[]][];
  /** What is left for the other questions: the price of a row is not the price of the whole. */
  rest: Stated;
}

/** The rows that a request states for the lists of a document. */
export function readRows(template: Template, facts: Stated): Rows {
  const named = new Map<List, number>();
  for (const field of allFields(template))
    if (field.kind.type === 'list') named.set(field as List, calledAt(field.name, facts.low));
  const parts = partsOf(facts);
  const read = parts.map((part) => rowOf(part, facts));
  const found: Rows['lists'] = [];
  const priced = runOf(read, 'price');
  const isParted = ['milestones', 'phases'].some((name) => calledAt(name, facts.low) >= 0);
  const used = new Set<number>();
  let taken = isParted || priced.length > 1 ? priced : [];
  let { text, low } = facts;
  // What is called by its name comes first; the lines that need no name have the rest.
  for (const [list, from] of [...named].sort((a, b) => Math.sign(b[1]) - Math.sign(a[1]))) {
    const kinds = kindsOf(list);
    const isNamed = from >= 0;
    const rowsOf = (kind: Kind) => {
      const isFree = (row: Row | null) =>
        row && !used.has(row.at) && (!isNamed || list.name !== 'extras' || row.at > from);
      return runOf(
        read.map((row) => (isFree(row) ? row : null)),
        kind,
      );
    };
    const isMoney = kinds.includes('price');
    const run =
      isMoney && (isNamed || list.name === 'items')
        ? rowsOf('price')
        : isMoney && !isNamed
          ? []
          : (kinds.map(rowsOf).find((one) => one.length > 0) ?? []);
    const one = run.length === 0 && ['items', 'options'].includes(list.name) ? alone(facts) : null;
    const words = run.length === 0 && !one && isNamed ? listed(list, facts, parts) : [];
    const rows = run.length > 0 ? run : one ? [one] : words.map(({ row }) => row);
    if (rows.length === 0) continue;
    found.push([list.name, rows.map((row) => cells(list, row))]);
    taken = [...taken, ...rows];
    for (const { at } of rows) used.add(at);
    for (const { part } of words) [text, low] = [without(text, part), without(low, part)];
  }
  const figures = taken.flatMap(({ price, due, time }) => [price, due, time].filter((one) => one !== null));
  const left = <T extends { at: number }>(all: T[]) =>
    all.filter(({ at }) => !figures.some((one) => at >= one.at && at < one.end));
  const rest: Stated = {
    ...facts,
    text,
    low,
    money: left(facts.money),
    dates: left(facts.dates),
    durations: left(facts.durations),
    taken: figures,
  };
  return { lists: found, rest: taken.length > 0 ? rest : facts };
}

/** What stands in a list of words is nobody's name and no answer: places stay where they are. */
const without = (text: string, { at, end }: Part): string =>
  `${text.slice(0, at)}${' '.repeat(end - at)}${text.slice(end)}`;

/** The longest row of neighbours that each say what and how much, or by when. */
function runOf(read: (Row | null)[], kind: Kind): Row[] {
  let best: Row[] = [];
  let run: Row[] = [];
  for (const row of [...read, null]) {
    if (row?.what && row[kind]) run.push(row);
    else {
      if (run.length > best.length) best = run;
      run = [];
    }
  }
  return best.length > 1 ? best.map((row) => ofItself(row, best)) : [];
}

/** What one row alone says besides belongs to the whole: "the plan by 3 May, the report by 5 June, 8,400 euros". */
function ofItself(row: Row, run: readonly Row[]): Row {
  const own = { ...row };
  for (const kind of allKinds) if (run.filter((one) => one[kind]).length === 1) own[kind] = null;
  return own;
}
/** "Deliverables: a style guide, three templates": what stands under the name of a list, up to "and" the last. */
function listed(list: List, facts: Stated, parts: Part[]): { row: Row; part: Part }[] {
  const first = parts.findIndex(
    ({ at, end }, nth) =>
      parts[nth + 1]?.by.trim() === ':' && calledAt(list.name, facts.low.slice(at, end)) >= 0,
  );
  const rows: { row: Row; part: Part }[] = [];
  for (const part of first < 0 ? [] : parts.slice(first + 1)) {
    const { at, end, by } = part;
    const what = capital(facts.text.slice(at, end).trim());
    const isOther = rows.length > 0 && list.name !== 'changes' && /\d/.test(what ?? '');
    if (/^[.!?\n]/.test(by) || isOther || !what || !/\p{L}{3}/u.test(what)) break;
    if (/^(?:from|starting|ab|à partir|a partir|law|by)\b/i.test(what)) break;
    rows.push({ part, row: { at, what, quantity: null, price: null, due: null, time: null } });
    if (joins.test(by)) break;
  }
  return rows.length > 1 ? rows : [];
}
/** A row in the columns of a list: the first that takes words says what. */
function cells({ kind: { columns } }: List, row: Row): Record<string, string> {
  const cell: Record<string, string> = {};
  const put = (type: string, value: string | null | undefined) => {
    const column = columns.find((one) => one.kind.type === type && !one.formula && !(one.name in cell));
    if (column && value) cell[column.name] = value;
  };
  const words = columns.find(
    ({ name, kind }) => (kind.type === 'text' || kind.type === 'longtext') && name !== 'where',
  );
  if (words && row.what) cell[words.name] = row.what;
  if (row.price) put('number', row.quantity ?? '1');
  put('money', row.price?.value);
  put('date', row.due?.value);
  put('duration', row.time?.value);
  return cell;
}

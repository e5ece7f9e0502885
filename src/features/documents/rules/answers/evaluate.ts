import { assertNever } from '#base/assert.ts';
import { centsOfProduct, exact, interestFor, wholeCents, taxIn } from './decimal.ts';
import { speaksOf } from './topics.ts';
import {
  allFields,
  type Expr,
  type Field,
  type Kind,
  type Operator,
  type Template,
} from '../template/template.ts';
import {
  type Answers,
  type Duration,
  type Row,
  type Value,
  addDuration,
  daysOf,
  isRecord,
  readAnswer,
} from './values.ts';

/** Everything a document can say about its answers: read, defaulted, worked out. */
export interface Facts {
  /** The value at `fee`, `sideA.name`, `items` or, inside a row, `items.price`. */
  value(path: string): Value | undefined;
  /** The same, with one row of a list as what the list's name stands for. */
  inRow(list: string, row: Row, index: number): Facts;
  holds(condition: Expr): boolean;
  /** Whether the answers contradict this; with a blank in it there is nothing to contradict yet. */
  breaks(condition: Expr): boolean;
  asked(field: Field): boolean;
  /** What kind of answer is asked for, as far as earlier answers decide about it. */
  kindOf(field: Field): Kind;
  /** What could not be read, by field. */
  wrong: ReadonlyMap<string, string>;
  /** Whether it is worked out of figures, and comes to more than can be written to the cent. */
  isBeyond(path: string): boolean;
  rows(list: string): Row[];
  index(list: string): number | undefined;
}

export function gather(template: Template, answers: Answers, today: string): Facts {
  const values = new Map<string, Value>();
  const wrong = new Map<string, string>();
  const asked = new Set<string>();
  const kinds = new Map<string, Kind>();
  const value = (path: string): Value | undefined => {
    const [name = '', part] = path.split('.');
    const whole = values.get(name);
    return part === undefined ? whole : isRecord(whole) ? (whole as Row)[part] : undefined;
  };
  for (const field of allFields(template)) {
    if (field.show && !truthy(evaluate(field.show, value))) continue;
    asked.add(field.name);
    const kind = settled(field.kind, value);
    kinds.set(field.name, kind);
    const read = readAnswer(kind, Object.hasOwn(answers, field.name) ? answers[field.name] : undefined);
    if (!read.ok) wrong.set(field.name, read.error);
    // A choice that is none of its options counts as not made: half of one alternative and half of another is no text.
    const isOpen = read.ok ? read.value === undefined : field.kind.type === 'choice';
    const found = isOpen ? fallback(field, value, today) : read.ok ? read.value : read.kept;
    if (found !== undefined)
      values.set(field.name, field.kind.type === 'list' ? withFormulas(field.kind, found as Row[]) : found);
  }
  for (const { name, formula } of template.computed) {
    const found = evaluate(formula, value);
    if (found !== undefined) values.set(name, found);
  }
  return factsOver(value, asked, kinds, wrong, new Map());
}

/** A figure that is none stands nowhere: its place stays blank. */
const shown = (value: Value | undefined): Value | undefined =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : value;

const settled = (kind: Kind, value: (path: string) => Value | undefined): Kind =>
  kind.type === 'party' && typeof kind.isPerson === 'object'
    ? { ...kind, isPerson: truthy(evaluate(kind.isPerson, value)) }
    : kind;

function factsOver(
  value: (path: string) => Value | undefined,
  asked: ReadonlySet<string>,
  kinds: ReadonlyMap<string, Kind>,
  wrong: ReadonlyMap<string, string>,
  indexes: ReadonlyMap<string, number>,
): Facts {
  return {
    value: (path) => shown(value(path)),
    wrong,
    isBeyond: (path) => Math.abs(Number(value(path))) === Infinity,
    asked: (field) => asked.has(field.name),
    kindOf: (field) => kinds.get(field.name) ?? field.kind,
    holds: (condition) => truthy(evaluate(condition, value)),
    breaks: (condition) => known(condition, value) === false,
    index: (list) => indexes.get(list),
    rows(list) {
      const rows = value(list);
      return Array.isArray(rows) ? rows : [];
    },
    inRow(list, row, index) {
      const inner = (path: string) => {
        const [name, column = ''] = path.split('.');
        return name === list ? (Object.hasOwn(row, column) ? row[column] : undefined) : value(path);
      };
      return factsOver(inner, asked, kinds, wrong, new Map([...indexes, [list, index]]));
    },
  };
}

function fallback(
  field: Field,
  value: (path: string) => Value | undefined,
  today: string,
): Value | undefined {
  if (field.fallback === null) return undefined;
  if (typeof field.fallback !== 'string') return evaluate(field.fallback, value);
  const read = readAnswer(
    field.kind,
    field.kind.type === 'date' && field.fallback === 'today' ? today : field.fallback,
  );
  return read.ok ? read.value : undefined;
}

function withFormulas({ columns }: Extract<Kind, { type: 'list' }>, rows: Row[]): Row[] {
  return rows.map((row) => {
    const full = { ...row };
    for (const { name, formula } of columns) {
      const found = formula && evaluate(formula, (path) => full[path]);
      if (found !== undefined && found !== null) full[name] = found;
    }
    return full;
  });
}

const truthy = (value: Value | undefined): boolean => value !== undefined && value !== false;

/** Whether this holds, as far as the answers tell: undefined where it hangs on one that is not given. */
function known(expr: Expr, value: (path: string) => Value | undefined): boolean | undefined {
  if (expr.e !== 'op') return truthy(evaluate(expr, value));
  const { op, args } = expr;
  const [first, second] = args as [Expr, Expr];
  if (op === 'not') {
    const inner = known(first, value);
    return inner === undefined ? undefined : !inner;
  }
  if (op === 'or' || op === 'and') {
    const both = [known(first, value), known(second, value)];
    if (both.includes(op === 'or')) return op === 'or';
    return both.includes(undefined) ? undefined : op === 'and';
  }
  if (op === 'is' && evaluate(first, value) === undefined) return undefined;
  const found = evaluate(expr, value);
  return found === undefined ? undefined : truthy(found);
}

/** A missing answer makes what is worked out of it missing, too; a comparison with it does not hold. */
export function evaluate(expr: Expr, value: (path: string) => Value | undefined): Value | undefined {
  switch (expr.e) {
    case 'field':
      return value(expr.path);
    case 'number':
    case 'word':
    case 'span':
      return expr.value;
    case 'call':
      return call(expr.fn, expr.args, value);
    case 'op':
      return operate(expr.op, expr.args, (inner) => evaluate(inner, value));
    default:
      return assertNever(expr);
  }
}

function operate(op: Operator, args: Expr[], worth: (expr: Expr) => Value | undefined): Value | undefined {
  const [first, second] = args as [Expr, Expr];
  if (op === 'or') return truthy(worth(first)) || truthy(worth(second));
  if (op === 'and') return truthy(worth(first)) && truthy(worth(second));
  if (op === 'not') return !truthy(worth(first));
  const left = worth(first);
  const right = worth(second);
  if (op === 'is') return left === right;
  if (left === undefined || right === undefined) return undefined;
  if (typeof left === 'string' && typeof right === 'object')
    return addDuration(left, right as Duration, op === '-' ? -1 : 1);
  const [a, b] = [ordinal(left), ordinal(right)];
  switch (op) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '+':
      return exact(a + b);
    case '-':
      return exact(a - b);
    case '*':
      return exact(a * b);
    default:
      return assertNever(op);
  }
}

function ordinal(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Date.parse(`${value}T00:00:00Z`);
  return typeof value === 'object' && 'unit' in value ? daysOf(value as Duration) : Number.NaN;
}

function call(fn: string, args: Expr[], value: (path: string) => Value | undefined): Value | undefined {
  const [first, second, third] = args as [Expr, Expr, Expr];
  if (fn === 'mentions' && first.e === 'field' && second.e === 'word') {
    const [list = '', column = ''] = first.path.split('.');
    const rows = value(list);
    const words = Array.isArray(rows) ? rows.map((row) => row[column]) : [value(first.path)];
    return words.some((one) => typeof one === 'string' && speaksOf(one, second.value));
  }
  if (fn === 'any' && first.e === 'field') {
    const rows = value(first.path);
    const inRow = (row: Row) => (path: string) => {
      const [name, column] = path.split('.');
      return name !== first.path || column === undefined
        ? value(path)
        : Object.hasOwn(row, column)
          ? row[column]
          : undefined;
    };
    return Array.isArray(rows) && rows.some((row) => truthy(evaluate(second, inRow(row))));
  }
  if (fn === 'sum' && first.e === 'field') {
    const [list = '', column = ''] = first.path.split('.');
    const rows = value(list);
    return Array.isArray(rows)
      ? rows.reduce(
          (total, row) => exact(total + (typeof row[column] === 'number' ? (row[column] as number) : 0)),
          0,
        )
      : undefined;
  }
  if ((fn === 'earliest' || fn === 'latest') && first.e === 'field') {
    const [list = '', column = ''] = first.path.split('.');
    const rows = value(list);
    const days = Array.isArray(rows)
      ? rows
          .map((row) => row[column])
          .filter((day) => typeof day === 'string')
          .sort()
      : [];
    return days.at(fn === 'earliest' ? 0 : -1);
  }
  if (fn === 'cents' && first.e === 'op' && first.op === '*') {
    const [one, other] = first.args.map((factor) => evaluate(factor, value));
    return typeof one === 'number' && typeof other === 'number' ? centsOfProduct(one, other) : undefined;
  }
  const left = evaluate(first, value);
  if (fn === 'dayBefore')
    return typeof left === 'string' ? addDuration(left, { count: 1, unit: 'day' }, -1) : undefined;
  if (fn === 'count') return Array.isArray(left) ? left.length : 0;
  if (fn === 'cents') return typeof left === 'number' ? wholeCents(left) : undefined;
  const right = evaluate(second, value);
  if (fn === 'daysBetween')
    return typeof left === 'string' && typeof right === 'string'
      ? Math.round((ordinal(right) - ordinal(left)) / 86_400_000)
      : undefined;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (fn === 'interestFor') {
    const days = evaluate(third, value);
    return typeof days === 'number' ? interestFor(left, right, days) : undefined;
  }
  if (fn === 'percent') return centsOfProduct(left, right, { percent: true });
  if (fn === 'taxIn') return taxIn(left, right);
  return fn === 'least' ? Math.min(left, right) : undefined;
}

import { isTopic, topics } from '../answers/topics.ts';
import type { Duration } from '../answers/values.ts';
import type { Expr, Kind, Operator } from './template.ts';

/** What went wrong in an expression, in words for its author. */
export class ExpressionMistake extends Error {
  override name = 'ExpressionMistake';
}

/** A kind of answer, or a name for a condition over others and for its words under each. */
export type Named = Kind & { when?: Expr; words?: { when: Expr; words: string }[] };

/** What a name stands for where an expression is written. */
export type Scope = (path: string) => Named | undefined;

type Result = { expr: Expr; kind: Kind };

const yesno: Kind = { type: 'yesno' };
const money: Kind = { type: 'money', min: 0 };
const number: Kind = { type: 'number', unit: '', min: -Infinity, max: Infinity };

/**
 * Conditions and sums as authors write them: `fee > 0 and not mutual`, `billing is hour`, `sum(items.amount)`,
 * `start + term`, `notice <= 6 months`, `mentions(items.where, america)`. Names and kinds are checked here, so that nothing can go wrong when it is worked out.
 */
export function parseExpression(source: string, scope: Scope): Result {
  const tokens = source.match(/[A-Za-z][\w.-]*|\d+(?:\.\d+)?|<=|>=|[<>+*(),-]|\S/g) ?? [];
  let at = 0;
  /** The list whose rows a condition is about, while one is read. */
  let row: { name: string; kind: Extract<Kind, { type: 'list' }> } | undefined;
  const peek = () => tokens[at];
  const take = (token: string): boolean => (tokens[at] === token ? (at++, true) : false);
  const need = (token: string): void => {
    if (!take(token)) throw new ExpressionMistake(`got ${said(peek())}, expected "${token}"`);
  };

  function chain(op: 'or' | 'and', next: () => Result): Result {
    let left = next();
    while (take(op)) left = made(op, [truth(left), truth(next())], yesno);
    return left;
  }
  const either = (): Result => chain('or', both);
  const both = (): Result => chain('and', negation);
  const negation = (): Result => (take('not') ? made('not', [truth(negation())], yesno) : comparison());

  function comparison(): Result {
    const left = sum();
    if (take('is')) {
      const isNot = take('not');
      const word = tokens[at++] ?? '';
      const known = wordsOf(left.kind);
      if (!known?.includes(word)) {
        const takes = known ? `one of ${known.join(', ')}` : 'a choice on the left of "is"';
        throw new ExpressionMistake(`got ${said(word)} after "is", expected ${takes}`);
      }
      const is = made('is', [left, { expr: { e: 'word', value: word }, kind: left.kind }], yesno);
      return isNot ? made('not', [is], yesno) : is;
    }
    const op = (['<=', '>=', '<', '>'] as const).find(take);
    if (!op) return left;
    const right = inUnitOf(left, sum());
    if (!comparable(left.kind, right.kind)) {
      throw new ExpressionMistake(`can’t compare ${left.kind.type} with ${right.kind.type}`);
    }
    return made(op, [left, right], yesno);
  }

  function sum(): Result {
    let left = product();
    for (let op = sign(); op; op = sign()) {
      const right = product();
      const same = left.kind.type === right.kind.type && ['money', 'number'].includes(left.kind.type);
      const later = left.kind.type === 'date' && right.kind.type === 'duration';
      if (!same && !later) {
        throw new ExpressionMistake(`can’t calculate ${left.kind.type} ${op} ${right.kind.type}`);
      }
      left = made(op, [left, right], later ? left.kind : left.kind.type === 'money' ? money : number);
    }
    return left;
  }
  const sign = () => (['+', '-'] as const).find(take);

  function product(): Result {
    let left = atom();
    while (take('*')) {
      const right = atom();
      const types = [left.kind.type, right.kind.type];
      if (types.some((type) => type !== 'number' && type !== 'money') || !types.includes('number')) {
        throw new ExpressionMistake(`can’t multiply ${types.join(' by ')}`);
      }
      const times = made('*', [left, right], number);
      // A price times a quantity is money again only in whole cents.
      left = types.includes('money')
        ? { expr: { e: 'call', fn: 'cents', args: [times.expr] }, kind: money }
        : times;
    }
    return left;
  }

  function atom(): Result {
    const token = tokens[at++];
    if (token === '(') {
      const inner = either();
      need(')');
      return inner;
    }
    if (token && /^\d/.test(token)) return figure(Number(token));
    if (!token || !/^[A-Za-z]/.test(token))
      throw new ExpressionMistake(`got ${said(token)}, expected a name or a number`);
    if (take('(')) return call(token);
    const kind = ofRow(token) ?? scope(token);
    if (!kind) throw new ExpressionMistake(`got ${said(token)}, which isn’t a question in this document`);
    return 'when' in kind && kind.when
      ? { expr: kind.when, kind: yesno }
      : { expr: { e: 'field', path: token }, kind };
  }

  function ofRow(token: string): Named | undefined {
    const [list, part] = token.split('.');
    return row && row.name === list
      ? row.kind.columns.find((candidate) => candidate.name === part)?.kind
      : undefined;
  }

  /** `30 days` is a duration, 30 alone a number. */
  function figure(count: number): Result {
    const unit = /^(day|week|month|year)s?$/.exec(peek() ?? '')?.[1] as Duration['unit'] | undefined;
    if (!unit) return { expr: { e: 'number', value: count }, kind: number };
    at += 1;
    return { expr: { e: 'span', value: { count, unit } }, kind: { type: 'duration' } };
  }

  function call(fn: string): Result {
    if (fn === 'mentions') return mentions();
    if (fn === 'any') return any();
    const args: Result[] = [];
    if (!take(')')) {
      do args.push(overColumn.has(fn) ? column() : either());
      while (take(','));
      need(')');
    }
    const signature = `${fn}(${args.map(({ kind }) => kind.type).join(', ')})`;
    const kind = functions[signature];
    if (!kind) {
      throw new ExpressionMistake(`got ${signature}, expected one of ${Object.keys(functions).join(', ')}`);
    }
    return { expr: { e: 'call', fn, args: args.map(({ expr }) => expr) }, kind };
  }

  /** Whether a row is like this: `any(changes, changes.how is part and not changes.old)`. */
  function any(): Result {
    const name = tokens[at++] ?? '';
    const kind = scope(name);
    if (kind?.type !== 'list' || row) throw new ExpressionMistake(`got ${said(name)}, expected a list`);
    need(',');
    row = { name, kind };
    const like = truth(either()).expr;
    row = undefined;
    need(')');
    return { expr: { e: 'call', fn: 'any', args: [{ e: 'field', path: name }, like] }, kind: yesno };
  }

  /** Whether the words of an answer, or of a whole column, speak of one of a closed set of things. */
  function mentions(): Result {
    const field = tokens[at]?.includes('.') && scope(tokens[at] ?? '') === undefined ? column() : atom();
    need(',');
    const topic = tokens[at++] ?? '';
    need(')');
    if (field.expr.e !== 'field' || !['text', 'longtext', 'address'].includes(field.kind.type))
      throw new ExpressionMistake(`mentions() expects text, got ${field.kind.type}`);
    if (!isTopic(topic))
      throw new ExpressionMistake(`got ${said(topic)}, expected one of ${Object.keys(topics).join(', ')}`);
    const args: Expr[] = [field.expr, { e: 'word', value: topic }];
    return { expr: { e: 'call', fn: 'mentions', args }, kind: yesno };
  }

  /** `items.amount` outside its row: the whole column. */
  function column(): Result {
    const path = tokens[at++] ?? '';
    const [list = '', name = ''] = path.split('.');
    const kind = scope(list);
    const found =
      kind?.type === 'list' ? kind.columns.find((candidate) => candidate.name === name) : undefined;
    if (!found)
      throw new ExpressionMistake(`got ${said(path)}, expected a list and its column, such as items.amount`);
    return { expr: { e: 'field', path }, kind: found.kind };
  }

  const result = either();
  if (at < tokens.length)
    throw new ExpressionMistake(`got ${said(peek())}, expected the end of the expression`);
  return result;
}

/** The closed set: each by what it takes and what it makes. */
const functions: Record<string, Kind> = {
  'sum(money)': money,
  'sum(number)': number,
  'count(list)': number,
  'percent(money, number)': money,
  'taxIn(money, number)': money,
  'least(money, money)': money,
  'earliest(date)': { type: 'date' },
  'latest(date)': { type: 'date' },
  'dayBefore(date)': { type: 'date' },
  'daysBetween(date, date)': number,
  'interestFor(money, number, number)': money,
};

/** These take `items.amount` outside of its row. */
const overColumn = new Set(['sum', 'earliest', 'latest']);

/** A condition: yes/no itself, or whether something was answered at all. */
export function parseCondition(source: string, scope: Scope): Expr {
  return truth(parseExpression(source, scope)).expr;
}

/** Any answer counts as yes when it is there; a sum of two answers asks for a comparison. */
function truth(result: Result): Result {
  if (result.kind.type === 'yesno' || result.expr.e === 'field') return { expr: result.expr, kind: yesno };
  throw new ExpressionMistake('expected a question or a comparison as the condition');
}

const made = (op: Operator, args: Result[], kind: Kind): Result => {
  return { expr: { e: 'op', op, args: args.map(({ expr }) => expr) }, kind };
};

const wordsOf = (kind: Kind): string[] | undefined =>
  kind.type === 'choice' ? kind.options.map(({ value }) => value) : undefined;

const comparable = (left: Kind, right: Kind): boolean =>
  ['number', 'money', 'date', 'duration'].includes(left.type) && left.type === right.type;

/** `fee > 1000` means a thousand of the currency, not of its cents. */
const inUnitOf = (left: Result, right: Result): Result =>
  left.kind.type === 'money' && right.expr.e === 'number'
    ? { expr: { e: 'number', value: right.expr.value * 100 }, kind: money }
    : right;

const said = (token: string | undefined): string => (token ? `"${token}"` : 'nothing');

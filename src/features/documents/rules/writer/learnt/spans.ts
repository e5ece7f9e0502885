import type { Field } from '../../template/template.ts';
import { type Choice, type Mark, both, mark } from './marks.ts';
import type { Reading } from './reading.ts';
import type { Token } from './tokens.ts';

const mostWords = 34;
const places = Array.from({ length: 9 }, (_, at) => mark(`place ${at}`));
const edge = mark('edge');
const begins = mark('begins');
const ends = mark('ends');
const left = mark('left');
const right = mark('right');
const nothing = mark('nothing');
const ruled = mark('ruled');
const silent = mark('silent');
const held = mark('held');
const pair = mark('pair');

/** Where the words of an answer may begin; -1 says that nothing in the request answers the question. */
export function beginChoice(reading: Reading, field: Field): Choice<number> {
  const names = reading.namesOf(field);
  const rule = reading.ruled(field.name);
  const of = [-1];
  const none = [nothing, ...(reading.hasRules ? [both(nothing, rule ? ruled : silent)] : [])];
  const marks = [crossed(none, names)];
  reading.tokens.forEach((token, at) => {
    if (token.shape === 'sign' && !opens.has(token.low)) return;
    const seen = [...reading.seenAt(at, beginMarks)];
    if (rule && at === rule.from) seen.push(ruled);
    else if (rule && at > rule.from && at <= rule.to) seen.push(both(ruled, edge));
    seen.push(...(reading.nameAt(at)?.marks ?? []));
    const other = reading.holds(at, field.name);
    if (other) seen.push(held, both(held, mark(other)));
    of.push(at);
    marks.push(crossed(seen, names));
  });
  return { of, marks };
}

/** Where the words that begin there may end. */
export function endChoice(reading: Reading, field: Field, from: number): Choice<number> {
  const names = reading.namesOf(field);
  const rule = reading.ruled(field.name);
  const first = reading.tokens[from];
  const named = reading.nameAt(from);
  const of: number[] = [];
  const marks: Mark[][] = [];
  const within = { commas: 0, stops: 0, small: 0 };
  for (let at = from; at < Math.min(reading.tokens.length, from + mostWords); at++) {
    const token = reading.tokens[at];
    if (!token || !first) break;
    if (token.low === ',') within.commas++;
    if (stops.has(token.low)) within.stops++;
    if (token.shape === 'small') within.small++;
    if (within.stops > 2) break;
    if (token.shape === 'sign' && !closes.has(token.low)) continue;
    const next = reading.tokens[at + 1];
    const kindOfNext = next ? shapeMark(next) : edge;
    const length = at - from;
    const seen = [
      ...reading.seenAt(at, endMarks),
      both(places[1] ?? 0, mark(`long ${length < 6 ? length : Math.floor(Math.log2(length) * 2) + 4}`)),
      both(places[2] ?? 0, mark(`commas ${Math.min(3, within.commas)}`)),
      both(both(places[3] ?? 0, kindOfNext), mark(`commas ${Math.min(2, within.commas)}`)),
      both(places[4] ?? 0, mark(`stops ${within.stops}`)),
      both(both(places[5] ?? 0, shapeMark(first)), both(shapeMark(token), kindOfNext)),
      both(both(places[6] ?? 0, kindOfNext), mark(`small ${Math.min(3, within.small)}`)),
      both(both(places[7] ?? 0, mark(first.low)), kindOfNext),
    ];
    if (named && at === named.to) seen.push(held, both(held, shapeMark(first)));
    if (rule && at === rule.to) seen.push(ruled, ...(from === rule.from ? [both(ruled, begins)] : []));
    of.push(at);
    marks.push(crossed(seen, names));
  }
  return { of, marks };
}

const opens = new Set(['"', "'"]);
const closes = new Set(['"', "'", ')', '%', '+', '€', '$', '£', '.']);
const stops = new Set(['.', '!', '?', ';', '\n']);

/** Each mark for each of the names of the question: its own, its kind's, the one in this document. */
function crossed(seen: Mark[], names: Mark[]): Mark[] {
  const marks: Mark[] = [];
  for (const name of names) for (const one of seen) marks.push(both(one, name));
  return marks;
}

const shapeMark = (token: Token): Mark => mark(token.shape === 'sign' ? token.low : token.shape);

function beginMarks(tokens: Token[], at: number): Mark[] {
  const token = tokens[at];
  if (!token) return [];
  const marks: Mark[] = [
    begins,
    both(begins, shapeMark(token)),
    both(left, token.word),
    both(right, token.stem),
  ];
  let clause = true;
  for (let by = 1; by <= 3; by++) {
    const before = tokens[at - by];
    const after = tokens[at + by];
    const place = places[by] ?? 0;
    marks.push(both(both(left, place), before?.word ?? edge));
    if (by < 3) marks.push(both(both(right, place), after?.word ?? edge));
    if (before && by < 3) marks.push(both(both(left, place), before.stem));
  }
  const [two, one, next] = [tokens[at - 2], tokens[at - 1], tokens[at + 1]];
  marks.push(
    both(both(pair, one?.word ?? edge), two?.word ?? edge),
    both(both(pair, one?.word ?? edge), token.word),
    both(both(pair, one?.word ?? edge), shapeMark(token)),
    both(both(pair, token.word), next?.word ?? edge),
    both(
      both(places[5] ?? 0, one ? shapeMark(one) : edge),
      both(shapeMark(token), next ? shapeMark(next) : edge),
    ),
    both(places[6] ?? 0, mark(`at ${at < 4 ? at : Math.floor(Math.log2(at) * 1.5) + 2}`)),
  );
  // What the clause has said so far.
  for (let back = at - 1; back >= Math.max(0, at - 8) && clause; back--) {
    const before = tokens[back];
    if (!before || stops.has(before.low)) clause = false;
    else if (before.shape !== 'sign') marks.push(both(places[7] ?? 0, before.stem));
  }
  for (let on = at + 1; on <= at + 5; on++) {
    const after = tokens[on];
    if (!after || stops.has(after.low)) break;
    if (after.shape !== 'sign') marks.push(both(places[8] ?? 0, after.stem));
  }
  return marks;
}

function endMarks(tokens: Token[], at: number): Mark[] {
  const token = tokens[at];
  if (!token) return [];
  const next = tokens[at + 1];
  const over = tokens[at + 2];
  return [
    ends,
    both(both(ends, shapeMark(token)), next ? shapeMark(next) : edge),
    both(both(ends, left), token.word),
    both(both(ends, right), next?.word ?? edge),
    both(both(ends, right), next?.stem ?? edge),
    both(both(ends, pair), both(token.word, next?.word ?? edge)),
    both(both(ends, pair), both(next?.word ?? edge, over?.word ?? edge)),
    both(both(ends, both(right, places[2] ?? 0)), over?.word ?? edge),
    both(both(ends, both(pair, left)), both(next?.word ?? edge, over ? shapeMark(over) : edge)),
  ];
}

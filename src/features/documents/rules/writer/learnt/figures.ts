import type { Field } from '../../template/template.ts';
import { plainNumbers, type Stated } from '../facts.ts';
import { type Choice, type Mark, both, mark } from './marks.ts';
import type { Reading } from './reading.ts';
import type { Token } from './tokens.ts';

export interface Figure {
  value: string;
  at: number;
  end: number;
}

const nothing = mark('no figure');
const left = mark('before figure');
const after = mark('after figure');
const inside = mark('inside figure');
const pair = mark('pair figure');
const order = mark('order figure');

/** Which of the figures, days and durations answers a question, or none. */
export function figureChoice(reading: Reading, field: Field): Choice<Figure | null> {
  const names = reading.namesOf(field);
  const figures = figuresFor(reading, field);
  const crossed = (seen: Mark[]) => names.flatMap((name) => seen.map((one) => both(one, name)));
  return {
    of: [null, ...figures],
    marks: [
      crossed([nothing, both(nothing, mark(`of ${Math.min(4, figures.length)}`))]),
      ...figures.map((figure, at) => {
        const seen = around(reading.tokens, figure);
        seen.push(both(order, at), both(both(order, at), figures.length));
        return crossed(seen);
      }),
    ],
  };
}

function figuresFor({ facts, slug }: Reading, { name, kind: { type } }: Field): Figure[] {
  if (type === 'date')
    return isPast(name, slug) ? facts.dates.flatMap((one) => before(one, facts)) : facts.dates;
  if (type === 'duration') return facts.durations;
  if (type === 'money')
    return facts.money.map(({ at, end, value: { amount } }) => ({ at, end, value: amount }));
  const numbers = [...facts.percents, ...plainNumbers(facts)]
    .filter((one, at, all) => all.findIndex((other) => other.at === one.at) === at)
    .sort((a, b) => a.at - b.at);
  return name === 'minutes' ? numbers.map((one) => inMinutes(one, facts.low)) : numbers;
}

/** What was signed, billed or owed, and what went wrong, lies behind. */
const isPast = (name: string, slug: string): boolean =>
  ['contractDate', 'mainDate', 'invoiceDate', 'dueDate'].includes(name) ||
  (name === 'day' && slug === 'post-mortem');

const ends =
  /\b(?:until|till|by|ends?|ending|expir\w+|terminat\w*|cancel\w*|stops?|quits?|last day|leav\w+|bis|zum|kundig\w*|endet|jusqu'au?|hasta|fin|resili\w*)\b[^.;,]{0,40}$/;
const begins = /\b(?:signed|dated|made|concluded|of|from|since|vom|du|del|de)(?: on)?(?: the)? $/;

/** A day without its year is the last such day; a day that is to come, and one on which something ends, is none of these. */
function before(one: Figure, { low, today }: Stated): Figure[] {
  const led = low.slice(Math.max(0, one.at - 60), one.at);
  if (ends.test(led) && !begins.test(led)) return [];
  if (one.value <= today) return [one];
  return /20\d\d|[./-]\d\d$|next|tomorrow|morgen|demain|manana|\bin \d/.test(low.slice(one.at, one.end))
    ? []
    : [{ ...one, value: `${Number(one.value.slice(0, 4)) - 1}${one.value.slice(4)}` }];
}

const inMinutes = (one: Figure, low: string): Figure =>
  /^ ?(?:h|hrs?|hours?|stunden?|heures?|horas?)(?![a-z])/.test(low.slice(one.end, one.end + 8))
    ? { ...one, value: String(Number(one.value) * 60) }
    : one;

function around(tokens: Token[], { at, end }: Figure): Mark[] {
  const first = tokens.findIndex((one) => one.end > at);
  const past = tokens.findIndex((one) => one.at >= end);
  const next = past < 0 ? tokens.length : past;
  const marks: Mark[] = [];
  const none = mark('edge');
  for (let by = 1; by <= 3; by++) {
    marks.push(both(both(left, by), tokens[first - by]?.word ?? none));
    marks.push(both(both(after, by), tokens[next + by - 1]?.word ?? none));
  }
  marks.push(
    both(both(pair, left), both(tokens[first - 1]?.word ?? none, tokens[first - 2]?.word ?? none)),
    both(both(pair, after), both(tokens[next]?.word ?? none, tokens[next + 1]?.word ?? none)),
    both(pair, both(tokens[first - 1]?.word ?? none, tokens[next]?.word ?? none)),
  );
  for (const one of tokens.slice(first, next)) marks.push(both(inside, one.stem));
  for (let back = first - 1; back >= Math.max(0, first - 7); back--) {
    const one = tokens[back];
    if (!one || /[.;!?]/.test(one.low)) break;
    marks.push(both(left, one.stem));
    if (one.low === ',') marks.push(both(left, none));
  }
  for (let on = next; on < next + 6; on++) {
    const one = tokens[on];
    if (!one || /[.;!?,]/.test(one.low)) break;
    marks.push(both(after, one.stem));
  }
  return marks;
}

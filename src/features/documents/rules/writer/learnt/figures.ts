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
const ruled = mark('ruled figure');
const silent = mark('silent figure');
const before = mark('before figure');
const after = mark('after figure');
const inside = mark('inside figure');
const pair = mark('pair figure');
const order = mark('order figure');

/** Which of the figures, days and durations answers a question, or none. */
export function figureChoice(reading: Reading, field: Field): Choice<Figure | null> {
  const names = reading.namesOf(field);
  const figures = figuresFor(reading, field);
  const rule = reading.said(field.name);
  const bare = reading.hasRules ? [both(nothing, rule === null ? silent : ruled)] : [];
  const crossed = (seen: Mark[]) => names.flatMap((name) => seen.map((one) => both(one, name)));
  return {
    of: [null, ...figures],
    marks: [
      crossed([nothing, ...bare, both(nothing, mark(`of ${Math.min(4, figures.length)}`))]),
      ...figures.map((figure, at) => {
        const seen = around(reading.tokens, figure);
        seen.push(both(order, at), both(both(order, at), figures.length));
        if (reading.hasRules)
          seen.push(both(ruled, mark(figure.value === rule ? 'this' : rule === null ? 'none' : 'other')));
        return crossed(seen);
      }),
    ],
  };
}

function figuresFor({ facts, slug }: Reading, { name, kind: { type } }: Field): Figure[] {
  if (type === 'date')
    return isPast(name, slug) ? facts.dates.flatMap((one) => passed(one, facts)) : facts.dates;
  if (type === 'duration') return facts.durations;
  if (type === 'money')
    return facts.money.map(({ at, end, value: { amount } }) => ({ at, end, value: amount }));
  return [...facts.percents, ...plainNumbers(facts)]
    .filter((one, at, all) => all.findIndex((other) => other.at === one.at) === at)
    .sort((a, b) => a.at - b.at);
}

/** What was signed, billed or owed, and what went wrong, lies behind. */
const isPast = (name: string, slug: string): boolean =>
  ['contractDate', 'mainDate', 'invoiceDate', 'dueDate'].includes(name) ||
  (name === 'day' && slug === 'post-mortem');

const ends =
  /\b(?:until|till|by|ends?|ending|expir\w+|terminat\w*|cancel\w*|stops?|quits?|last day|leav\w+|bis|zum|kundig\w*|endet|jusqu'au?|hasta|fin|resili\w*)\b[^.;,]{0,40}$/;
const starts = /\b(?:signed|dated|made|concluded|of|from|since|vom|du|del|de)(?: on)?(?: the)? $/;

/** A day without its year is the last such day; a day that is to come, and one on which something ends, is none of these. */
function passed(one: Figure, { low, today }: Stated): Figure[] {
  const led = low.slice(Math.max(0, one.at - 60), one.at);
  if (ends.test(led) && !starts.test(led)) return [];
  if (one.value <= today) return [one];
  return /20\d\d|[./-]\d\d$|next|tomorrow|morgen|demain|manana|\bin \d/.test(low.slice(one.at, one.end))
    ? []
    : [{ ...one, value: `${Number(one.value.slice(0, 4)) - 1}${one.value.slice(4)}` }];
}

function around(tokens: Token[], { at, end }: Figure): Mark[] {
  const first = tokens.findIndex((one) => one.end > at);
  const past = tokens.findIndex((one) => one.at >= end);
  const next = past < 0 ? tokens.length : past;
  const marks: Mark[] = [];
  const none = mark('edge');
  for (let by = 1; by <= 3; by++) {
    marks.push(both(both(before, by), tokens[first - by]?.word ?? none));
    marks.push(both(both(after, by), tokens[next + by - 1]?.word ?? none));
  }
  marks.push(
    both(both(pair, before), both(tokens[first - 1]?.word ?? none, tokens[first - 2]?.word ?? none)),
    both(both(pair, after), both(tokens[next]?.word ?? none, tokens[next + 1]?.word ?? none)),
    both(pair, both(tokens[first - 1]?.word ?? none, tokens[next]?.word ?? none)),
  );
  for (const one of tokens.slice(first, next)) marks.push(both(inside, one.stem));
  for (let back = first - 1; back >= Math.max(0, first - 7); back--) {
    const one = tokens[back];
    if (!one || /[.;!?]/.test(one.low)) break;
    marks.push(both(before, one.stem));
    if (one.low === ',') marks.push(both(before, none));
  }
  for (let on = next; on < next + 6; on++) {
    const one = tokens[on];
    if (!one || /[.;!?,]/.test(one.low)) break;
    marks.push(both(after, one.stem));
  }
  return marks;
}

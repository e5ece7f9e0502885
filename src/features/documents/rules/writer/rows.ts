import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';

export interface Row {
  description: string;
  quantity: string;
  price: string;
}

const figure = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const sign = String.raw`(?:[€$£]|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|sek|cad|aud)\b)`;
const noLine =
  /\b(?:vat|tax|mwst|ust|tva|iva|due|net|invoice|no\.|nr|number|po|valid|discount|deposit|law|within|days to|payable|zahlbar|total)\b|%|\d{4}-|\d\.\d+\.\d/i;

/** Several lines in one breath: "logo 900, business cards 150 and signage 1,300", "2 days labour at 400/day + 1,100 materials". */
export function rowsIn({ text }: Pick<Stated, 'text'>): Row[] {
  const list = text.replace(/^[^:]{0,120}: /, '');
  return list
    .split(/[;\n+]|,(?!\d{3}(?!\d))|\.(?: |$)| and | plus | und | et | y /)
    .flatMap((part): Row[] => {
      const words = part.trim();
      if (words === '' || words.length > 90 || noLine.test(words)) return [];
      return readRow(words) ?? [];
    });
}

function readRow(words: string): Row[] | null {
  const each = pattern(
    `(?:^|\\s)(\\d{1,4}(?:[.,]\\d+)?) ?x? ?(\\p{L}[\\p{L} -]{2,50}?) ?(?:at|à|je|zu je|zu|a|@|x|for)? ?${sign}? ?(${figure}) ?${sign}? ?(?:/ ?\\p{L}+|each|per \\p{L}+|an? \\p{L}+|apiece)?$`,
    'iu',
  ).exec(words);
  if (each && / (?:at|à|je|zu|a|@|x|each|per|apiece)(?: |$)|@|\//.test(words))
    return row(each[2], each[1] ?? '1', each[3]);
  const named = pattern(
    `^(?:an? |the |for )?(\\p{L}[\\p{L} '&-]{2,50}?) ?(?:-|for|at|=)? ?${sign}? ?(${figure}) ?${sign}?$`,
    'iu',
  ).exec(words);
  if (named) return row(named[1], '1', named[2]);
  const priced = pattern(
    `^${sign}? ?(${figure}) ?${sign}? (?:for |in |of )?(\\p{L}[\\p{L} '&-]{2,50})$`,
    'iu',
  ).exec(words);
  return priced && !/^(?:hours?|days?|weeks?|months?|years?|users?)\b/i.test(priced[2] ?? '')
    ? row(priced[2], '1', priced[1])
    : null;
}

function row(what: string | undefined, quantity: string, amount: string | undefined): Row[] | null {
  const plain = (amount ?? '').replace(/[' ]/g, '');
  const cents = /[.,](\d{1,2})$/.exec(plain);
  const whole = (cents ? plain.slice(0, cents.index) : plain).replace(/[.,]/g, '');
  const description = (what ?? '').trim();
  if (!description || !(Number(whole) > 0) || monthsAndUnits.test(description)) return null;
  return [
    {
      description: description.charAt(0).toUpperCase() + description.slice(1),
      quantity: quantity.replace(',', '.'),
      price: cents ? `${whole}.${cents[1]}` : whole,
    },
  ];
}

const monthsAndUnits =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|from|until|by|on|since|start\w*|clause|an|to|für|pour|para|vom|von|de|version|section|page)\b/i;

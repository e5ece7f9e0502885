import type { Doc } from '../doc.ts';
import type { Finding } from '../review.ts';
import type { Template } from '../template.ts';

/** Help with a text that needs no model, and what guards the help of one. */

const plainer: [RegExp, string][] = [
  [/\bin the event (?:that|of)\b/gi, 'if'],
  [/\bprior to\b/gi, 'before'],
  [/\bsubsequent to\b/gi, 'after'],
  [/\bin order to\b/gi, 'to'],
  [/\bfor the purpose of (\w+)ing\b/gi, 'to $1'],
  [/\bfor the duration of\b/gi, 'during'],
  [/\bwith (?:regard|respect) to\b/gi, 'about'],
  [/\bin (?:connection|accordance) with\b/gi, 'under'],
  [/\bnotwithstanding\b/gi, 'despite'],
  [/\bpursuant to\b/gi, 'under'],
  [/\bcommence(s?)\b/gi, 'begin$1'],
  [/\bterminate(s?)\b/gi, 'end$1'],
  [/\butili[sz]e(s?)\b/gi, 'use$1'],
  [/\bfacilitate(s?)\b/gi, 'help$1'],
  [/\bapproximately\b/gi, 'about'],
  [/\bis able to\b/gi, 'can'],
  [/\bis required to\b/gi, 'must'],
  [/\bdue to the fact that\b/gi, 'because'],
  [/\bat this point in time\b/gi, 'now'],
  [/\bthe said\b/gi, 'the'],
  [/\bhereinafter (?:referred to as|called)\b/gi, 'called'],
  [/\bshall\b/gi, 'will'],
];
const filler =
  /\b(?:very|really|basically|actually|simply|of course|as such|it should be noted that|please note that|needless to say,?|hereby|herein|thereof|any and all|quite|rather)\s+/gi;
const pairs: [RegExp, string][] = [
  [/\bany and all\b/gi, 'all'],
  [/\beach and every\b/gi, 'every'],
  [/\bnull and void\b/gi, 'void'],
  [/\bterms and conditions\b/gi, 'terms'],
  [/\bcease and desist\b/gi, 'stop'],
];

const guarded = /\{\{[^{}]*\}\}|\[[^[\]]*\]/g;

/** Plainer words, and with `short` also fewer of them. Placeholders are passed by. */
export function plainWords(text: string, { short }: { short: boolean }): string {
  const kept: string[] = [];
  let words = text.replace(guarded, (found) => `\ue100${kept.push(found) - 1}\ue101`);
  for (const [pattern, by] of [...pairs, ...plainer])
    words = words.replace(pattern, (found: string, ...groups: unknown[]) => {
      const to = by.replace('$1', typeof groups[0] === 'string' ? groups[0] : '');
      return /^\p{Lu}/u.test(found) ? to.charAt(0).toUpperCase() + to.slice(1) : to;
    });
  if (short) words = words.replace(filler, '');
  return words
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/(^|[.!?] )(\p{Ll})/gu, (_, before: string, first: string) => before + first.toUpperCase())
    .replace(/\ue100(\d+)\ue101/g, (_, at: string) => kept[Number(at)] ?? '');
}

/** What a change would lose: placeholders, figures, days. Empty when it may be taken. */
export function lost(before: string, after: string): string[] {
  const precious = (text: string): string[] =>
    text.match(/\{\{[^{}]*\}\}|\[\[?[^[\]]+\]|\d(?:[.,]*\d)*/g) ?? [];
  const left = precious(after);
  return precious(before).filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export interface Piece {
  words: string;
  change: 'same' | 'gone' | 'new';
}

const mostWords = 1500;

/** Word by word: what stays, what goes, what comes. */
export function diffWords(before: string, after: string): Piece[] {
  const a = before.split(/(\s+)/);
  const b = after.split(/(\s+)/);
  const [linesBefore, linesAfter] = [before.split('\n'), after.split('\n')];
  // A long text whose lines still stand beside each other is compared line by line.
  if (a.length + b.length > mostWords && linesBefore.length > 1 && linesBefore.length === linesAfter.length)
    return linesBefore.flatMap((line, at): Piece[] => [
      ...(at > 0 ? [{ words: '\n', change: 'same' } as const] : []),
      ...diffWords(line, linesAfter[at] ?? ''),
    ]);
  if (a.length > mostWords || b.length > mostWords)
    return [
      { words: before, change: 'gone' },
      { words: after, change: 'new' },
    ];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = longest[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pieces: Piece[] = [];
  const push = (words: string, change: Piece['change']) => {
    const last = pieces.at(-1);
    if (last?.change === change) last.words += words;
    else pieces.push({ words, change });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(a[i++] ?? '', 'same');
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) push(a[i++] ?? '', 'gone');
    else push(b[j++] ?? '', 'new');
  }
  return pieces;
}

export interface Risk {
  words: string;
  /** The question that mends it. */
  field: string | null;
}

const contractParts: [needs: RegExp, words: string][] = [
  [/\bliab/i, 'Nothing says how far either side is liable.'],
  [/\b(?:law and courts|governed by|governing law)/i, 'Nothing says which law holds.'],
  [/\b(?:ending|terminat|ends? (?:it|this))/i, 'Nothing says how it is ended.'],
  [/\bconfidential|\bsecret/i, 'Nothing says what stays confidential.'],
  [/\b(?:fee|pay|price|return)/i, 'Nothing says what is paid.'],
];

/** What a careful reader would stumble over, by rules: open answers, contradictions, missing parts, one-sided choices. */
export function risksIn(
  template: Template,
  doc: Doc,
  text: string,
  findings: readonly Finding[],
  answers: Record<string, unknown>,
): Risk[] {
  const risks: Risk[] = [];
  const add = (words: string, field: string) => risks.push({ words, field });
  if (answers['liability'] === 'none')
    add('Liability has no ceiling: one mistake can cost more than the whole job pays.', 'liability');
  if (answers['billing'] === 'hour' && !answers['cap'])
    add('Paid by the hour without a ceiling: nobody knows the total.', 'cap');
  if (answers['deposit'] === '0') add('Nothing is paid before the start.', 'deposit');
  const [open, others] = [findings.length, textRisks({ ...doc, title: template.title }, text, findings)];
  return [...others.slice(0, open), ...risks, ...others.slice(open)].slice(0, mostRisks);
}

const mostRisks = 12;

/** The same of a text whose answers nobody knows. */
export function textRisks(doc: Doc, text: string, findings: readonly Finding[]): Risk[] {
  const risks: Risk[] = findings.map(({ words, field }) => ({ words, field }));
  const add = (words: string) => risks.push({ words, field: null });
  if (/\b(?:best efforts?|as soon as possible|timely|reasonable time|asap)\b/i.test(text))
    add('"As soon as possible" and the like have no date: say how many days.');
  const hasSigning = doc.blocks.some(({ b }) => b === 'signatures');
  const isContract = hasSigning && doc.blocks.filter(({ b }) => b === 'clause').length >= 6;
  if (isContract && /agreement/i.test(doc.title))
    for (const [needs, words] of contractParts) if (!needs.test(text)) add(words);
  return risks.slice(0, mostRisks);
}

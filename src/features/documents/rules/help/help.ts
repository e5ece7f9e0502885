import type { Doc } from '../assembly/doc.ts';
import type { Finding } from '../answers/review.ts';
import type { Template } from '../template/template.ts';

/** What a text still lacks, by rules, and what a proposal changes in it. */

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
  [/\bliab/i, 'Missing: how far each side is liable.'],
  [/\b(?:law and courts|governed by|governing law)/i, 'Missing: the governing law.'],
  [/\b(?:ending|terminat|ends? (?:it|this))/i, 'Missing: how the agreement ends.'],
  [/\bconfidential|\bsecret/i, 'Missing: what stays confidential.'],
  [/\b(?:fee|pay|price|return)/i, 'Missing: what is paid.'],
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
    add('Liability has no cap: one mistake can cost more than the whole job pays.', 'liability');
  if (answers['billing'] === 'hour' && !answers['cap'])
    add('Hourly billing has no cap: the total is open.', 'cap');
  if (answers['deposit'] === '0') add('No deposit: nothing is paid before work starts.', 'deposit');
  const [open, others] = [findings.length, textRisks({ ...doc, title: template.title }, text, findings)];
  return [...others.slice(0, open), ...risks, ...others.slice(open)].slice(0, mostRisks);
}

const mostRisks = 12;

/** The same of a text whose answers nobody knows. */
export function textRisks(doc: Doc, text: string, findings: readonly Finding[]): Risk[] {
  const risks: Risk[] = findings.map(({ words, field }) => ({ words, field }));
  const add = (words: string) => risks.push({ words, field: null });
  if (/\b(?:best efforts?|as soon as possible|timely|reasonable time|asap)\b/i.test(text))
    add('Words like “as soon as possible” set no deadline: give a number of days.');
  const hasSigning = doc.blocks.some(({ b }) => b === 'signatures');
  const isContract = hasSigning && doc.blocks.filter(({ b }) => b === 'clause').length >= 6;
  if (isContract && /agreement/i.test(doc.title))
    for (const [needs, words] of contractParts) if (!needs.test(text)) add(words);
  return risks.slice(0, mostRisks);
}

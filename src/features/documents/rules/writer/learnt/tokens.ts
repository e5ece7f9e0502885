import { folded } from '../plain.ts';
import { type Mark, mark } from './marks.ts';

/** A word or a sign of a request, with what can be seen of it. */
export interface Token {
  at: number;
  end: number;
  low: string;
  shape: 'small' | 'Capital' | 'CAPITALS' | 'miXed' | 'digits' | 'code' | 'sign';
  word: Mark;
  /** The beginning of the word, which inflections and slips share. */
  stem: Mark;
}

const mostTokens = 220;
const part =
  /[\p{L}\p{N}](?:[\p{L}\p{N}_]|['.@/&:+-]+(?=[\p{L}\p{N}])|,(?=\d{3}(?!\d)))*|(?<=\s)[@.](?=\p{L})[\p{L}\p{N}./_-]+|[^\s\p{L}\p{N}]/gu;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(part)) {
    if (tokens.length >= mostTokens) break;
    const [said] = match;
    const low = folded(said);
    const plain = low.replace(/\d/g, '0');
    const stem = plain.length > 5 ? plain.slice(0, 5) : plain;
    tokens.push({
      at: match.index,
      end: match.index + said.length,
      low,
      shape: shapeOf(said),
      word: mark(plain),
      stem: mark(`${stem}*`),
    });
  }
  return tokens;
}

function shapeOf(said: string): Token['shape'] {
  if (!/[\p{L}\p{N}]/u.test(said)) return 'sign';
  if (/^[\d.,:/-]+$/.test(said)) return 'digits';
  if (/\d/.test(said)) return 'code';
  if (/^\p{Lu}[\p{Lu}&.'-]+$/u.test(said)) return 'CAPITALS';
  if (/^\p{Lu}/u.test(said)) return 'Capital';
  return /\p{Lu}/u.test(said) ? 'miXed' : 'small';
}

/** Where words that a rule found stand among the tokens. */
export function rangeOf(tokens: Token[], text: string, words: string): { from: number; to: number } | null {
  const wanted = folded(words).replace(/\.$/, '');
  if (wanted === '') return null;
  const low = folded(text);
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, at + 1)) {
    const from = tokens.findIndex((one) => one.at === at);
    const end = at + wanted.length;
    const to = tokens.findIndex((one) => one.end === end || (one.end === end + 1 && low[end] === '.'));
    if (from >= 0 && to >= from) return { from, to };
  }
  return null;
}

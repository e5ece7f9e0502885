import { type Block, type Doc, linesOf, runsText } from '../assembly/doc.ts';

/** Where the parts of a document begin, and before which of its blocks that stands. */
export interface Contents {
  at: number;
  /** How long the whole is. */
  letters: number;
  entries: { id: string; number: string; words: string }[];
}

/** How many sign it. */
export const signaturesOf = (blocks: Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.b === 'signatures') return sum + block.parties.length;
    return block.b === 'clause' || block.b === 'sub' ? sum + signaturesOf(block.blocks) : sum;
  }, 0);

// Of ours, five pages begin at about so many letters; an annex begins on a page of its own.
const longFrom = 11_000;
const ofAnnex = 2_500;

/** A text of more than four pages, or with a page of key terms in front, says where its parts begin. */
export function contentsOf(blocks: Block[]): Contents | null {
  let letters = blocks.filter(({ b }) => b === 'part').length * ofAnnex;
  for (const line of linesOf(blocks)) letters += runsText(line).length;
  const body = blocks.findIndex((block) => block.b === 'clause' && block.number !== '');
  const page = blocks.findIndex(({ b }) => b === 'page');
  const hasKeyTerms = page >= 0 && page < body;
  if (letters < longFrom && !hasKeyTerms) return null;
  const entries = blocks.flatMap((block) => {
    if (block.b === 'part') return [{ id: block.id, number: '', words: runsText(block.runs) }];
    return block.b === 'clause' && block.id !== '' && block.number !== ''
      ? [{ id: block.id, number: block.number, words: runsText(block.heading) }]
      : [];
  });
  if (entries.length < 6) return null;
  // Below the title, or at the end of the key terms.
  return {
    at: hasKeyTerms ? page : blocks.findIndex(({ b }) => b === 'title') + 1,
    letters,
    entries,
  };
}

/** What both sides can compare: two copies with one mark have the same words. */
export function markOf(doc: Doc): string {
  return [
    doc.version && `Version ${doc.version}`,
    doc.made,
    `Reference ${referenceOf([...linesOf(doc.blocks)].map(runsText).join('\n'))}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

// Without what is easily taken for something else.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Forty bits of the words, by two sums after FNV-1a that begin differently. */
export function referenceOf(words: string): string {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < words.length; at++) {
    const code = words.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
    second ^= second >>> 13;
  }
  const made = Array.from({ length: 8 }, (_, at) => {
    const half = at < 4 ? first : second;
    return signs.charAt((half >>> (12 + 5 * (at % 4))) & 31);
  }).join('');
  return `${made.slice(0, 4)}-${made.slice(4)}`;
}

import { type Block, type Doc, linesOf, runsText } from './doc.ts';

type Clause = Extract<Block, { b: 'clause' }>;

const wordsOf = (clause: Clause): string =>
  [...linesOf([clause])].map(runsText).join('\n').replace(/\s+/g, ' ').trim();

const clausesOf = (blocks: Block[]): Clause[] => blocks.filter((block) => block.b === 'clause');

/**
 * An edited text with the plain words of the document that it was made of: where a clause is word for word the same. A
 * clause that says something else would be summed up wrongly.
 */
export function withSummaries<D extends Pick<Doc, 'blocks'>>(edited: D, made: Pick<Doc, 'blocks'>): D {
  const known = new Map(clausesOf(made.blocks).map((clause) => [wordsOf(clause), clause.summary]));
  return {
    ...edited,
    blocks: edited.blocks.map((block) =>
      block.b === 'clause' ? { ...block, summary: known.get(wordsOf(block)) ?? [] } : block,
    ),
  };
}

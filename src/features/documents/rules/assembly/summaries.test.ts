import { expect, test } from 'vitest';
import { documentLibrary, sampleDocument } from '#testing/document-library.ts';
import { parseHtml } from '../formats/parse-html.ts';
import { toHtml } from '../formats/html.ts';
import { readHtml } from '../formats/read-html.ts';
import { type Block, type Doc, runsText } from './doc.ts';
import { withSummaries } from './summaries.ts';

const slugs = [...documentLibrary().keys()];
const clauses = ({ blocks }: Doc) => blocks.filter((block) => block.b === 'clause');
const asSaved = (doc: Doc): Doc => readHtml(parseHtml(toHtml(doc)), { slug: doc.slug, title: doc.title });

test.each(slugs)('%s: what was saved as it was made gets all of its summaries back', (slug) => {
  const made = sampleDocument(slug);
  const back = withSummaries(asSaved(made), made);
  expect(clauses(back).map(({ summary }) => runsText(summary))).toEqual(
    clauses(made).map(({ summary }) => runsText(summary)),
  );
});

test('a clause that was edited has none: it would say what the clause no longer says', () => {
  const made = sampleDocument('mutual-nda');
  const saved = asSaved(made);
  const at = saved.blocks.findIndex((block) => block.b === 'clause' && block.blocks.length > 0);
  const blocks = saved.blocks.map((block, index): Block => {
    if (index !== at || block.b !== 'clause') return block;
    return {
      ...block,
      blocks: [...block.blocks, { b: 'para', runs: [{ r: 'text', text: 'But not on Sundays.' }] }],
    };
  });
  const found = clauses(withSummaries({ ...saved, blocks }, made));
  expect(found.filter(({ summary }) => summary.length === 0)).toHaveLength(
    clauses(made).filter(({ summary }) => summary.length === 0).length + 1,
  );
});

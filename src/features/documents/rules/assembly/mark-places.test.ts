import { expect, test } from 'vitest';
import { readHtml } from '../formats/read-html.ts';
import { linesOf, runsText } from './doc.ts';
import { withBlanks } from './mark-places.ts';
import { openPlaces } from './open-places.ts';

const of = (html: string) => readHtml(html, { slug: 'x', title: 'X' });
const html = `<h1>NDA for {{ClientName}}</h1><p>Between <strong>{{Party1}}</strong> and [Client Name].</p>
<ul><li>{{Amount}} by {{DueDate}}</li></ul><table><tr><td>{{Service}}</td><td>done</td></tr></table>`;

test('nobody reads braces on a saved paper: every placeholder is a blank with a name', () => {
  const lines = [...linesOf(withBlanks(of(html).blocks))];
  expect(lines.map(runsText).join('\n')).not.toMatch(/[{}]/);
  const blanks = lines.flatMap((runs) => runs.flatMap((run) => (run.r === 'blank' ? [run.label] : [])));
  expect(blanks).toEqual(['client name', 'party 1', 'client name', 'amount', 'due date', 'service']);
});

test('words beside a placeholder stay as they are, and its places are those that are counted', () => {
  const doc = of(html);
  const words = (blocks: typeof doc.blocks) => [...linesOf(blocks)].flat().filter(({ r }) => r === 'text');
  expect(runsText(words(withBlanks(doc.blocks)))).toContain('Between  and ');
  const counted = openPlaces(doc, (text) => text).map(({ field }) => field);
  const shown = [...linesOf(withBlanks(doc.blocks))]
    .flat()
    .flatMap((run) => (run.r === 'blank' ? [run.field] : []));
  expect(new Set(shown)).toEqual(new Set(counted));
});

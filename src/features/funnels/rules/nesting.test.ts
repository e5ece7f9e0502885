import { expect, test } from 'vitest';
import type { Block, Funnel } from './contract.ts';
import {
  changeBlock,
  duplicateStep,
  insertBlocks,
  moveBlock,
  orderItems,
  placeBlock,
  removeBlock,
  wholeBlock,
} from './edit.ts';
import { readImport } from './import.ts';
import { newBlock, newStep } from './make.ts';
import { inReadingOrder } from './nesting.ts';
import { drawPage } from './render/page.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

let made = 0;
const makeId = () => `n${++made}`;

/** A page with columns, a form and a text; the ids are the words. */
function aPage(): { funnel: Funnel; step: string } {
  const base = startFrom(starters[0] as (typeof starters)[0], makeId, 'fun_nest', null);
  const step = newStep(makeId, 'page', [], 'Nested');
  const blocks = [
    { ...newBlock(makeId, 'hero', { title: 'Top' }), id: 'hero' },
    { ...newBlock(makeId, 'columns', {}, [{ title: 'Left' }, { title: 'Right' }]), id: 'columns' },
    { ...newBlock(makeId, 'optin', { title: 'Form' }), id: 'form' },
    { ...newBlock(makeId, 'text', { title: 'Words' }), id: 'text' },
  ];
  return { funnel: { ...base, steps: [{ ...step, blocks }] }, step: step.id };
}
const blocksOf = ({ steps }: Funnel): Block[] => steps[0]?.blocks ?? [];
const shape = (funnel: Funnel) =>
  inReadingOrder(blocksOf(funnel)).map(({ id, within }) => (within ? `${within.column}:${id}` : id));
const draw = (funnel: Funnel) =>
  drawPage({ funnel, step: funnel.steps[0] as Funnel['steps'][0], product: () => null }, '');

test('a block is put into a column, moves there among its own, and comes out again', () => {
  const { funnel, step } = aPage();
  const one = placeBlock(funnel, step, 'form', null, { block: 'columns', column: 1 });
  const both = placeBlock(one, step, 'text', null, { block: 'columns', column: 1 });
  expect(shape(both)).toEqual(['hero', 'columns', '1:form', '1:text']);
  expect(shape(moveBlock(both, step, 'text', -1))).toEqual(['hero', 'columns', '1:text', '1:form']);
  // A move at the top goes past the columns and all that is in them.
  expect(shape(moveBlock(both, step, 'hero', 1))).toEqual(['columns', '1:form', '1:text', 'hero']);
  expect(shape(placeBlock(both, step, 'text', 'hero'))).toEqual(['text', 'hero', 'columns', '1:form']);

  const html = draw(both);
  expect(html.indexOf('Right')).toBeLessThan(html.indexOf('id="form"'));
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('<h2>Form</h2>');
});

test('columns stand in no column, and what has no column stands on the page', () => {
  const { funnel, step } = aPage();
  for (const id of ['hero', 'columns'])
    expect(shape(placeBlock(funnel, step, id, null, { block: 'columns', column: 0 }))).toEqual(shape(funnel));
  const nested = placeBlock(funnel, step, 'form', null, { block: 'columns', column: 1 });
  expect(shape(placeBlock(nested, step, 'text', null, { block: 'form', column: 0 }))).not.toContain('0:text');
  const fewer = changeBlock(nested, step, 'columns', (block) => ({
    ...block,
    items: block.items.slice(0, 1),
  }));
  expect(shape(fewer)).toContain('form');
  expect(shape(orderItems(nested, step, 'columns', [1, 0]))).toContain('0:form');
  expect(shape(orderItems(nested, step, 'columns', [0]))).toContain('form');
});

test('what stands in columns is copied, duplicated and deleted with them', () => {
  const { funnel, step } = aPage();
  const nested = placeBlock(funnel, step, 'form', null, { block: 'columns', column: 0 });
  const [twice, copy] = insertBlocks(nested, makeId, step, wholeBlock(nested, step, 'columns'), 'columns');
  const copied = blocksOf(twice).filter(({ within }) => within?.block === copy);
  expect(copied.map(({ type }) => type)).toEqual(['optin']);
  expect(new Set(blocksOf(twice).map(({ id }) => id)).size).toBe(6);
  expect(shape(removeBlock(nested, step, 'columns'))).toEqual(['hero', 'text']);
  const [pages] = duplicateStep(nested, makeId, step);
  const second = pages.steps[1]?.blocks ?? [];
  const group = second.find(({ type }) => type === 'columns');
  expect(second.find(({ within }) => within)?.within?.block).toBe(group?.id);
});

test('a file whose blocks stand in one another, or in nothing, comes in flat and is drawn whole', () => {
  const { funnel } = aPage();
  const [hero, columns, form, text] = blocksOf(funnel) as [Block, Block, Block, Block];
  const blocks = [
    hero,
    { ...columns, within: { block: 'columns', column: 0 } },
    { ...form, within: { block: 'text', column: 0 } },
    { ...text, within: { block: 'form', column: 3 } },
  ];
  const file = { ...funnel, steps: funnel.steps.map((step) => ({ ...step, blocks })) };
  const read = readImport(JSON.stringify(file), 'fun_read');
  if ('error' in read) throw new Error(read.error);
  expect(shape(read.funnel)).toEqual(['hero', 'columns', 'form', 'text']);
  const html = draw(read.funnel);
  for (const words of ['Top', 'Left', 'Form', 'Words']) expect(html).toContain(words);
  const foreign = {
    ...file,
    steps: [{ ...file.steps[0], blocks: [{ ...form, at: { wide: { room: '1px}' } } }] }],
  };
  expect(readImport(JSON.stringify(foreign), 'fun_read')).toHaveProperty('error');
});

test('room, size, columns and order are said for each width, and nothing is said where nothing was chosen', () => {
  const { funnel, step } = aPage();
  expect(draw(funnel)).toContain('<section class="hero plain"><div class="w"><h1>Top');
  const looked = changeBlock(funnel, step, 'columns', (block) => ({
    ...block,
    at: { wide: { room: 'large', columns: 3 }, phone: { size: 'small', isReversed: true } },
  }));
  expect(draw(looked)).toContain('<section class="columns plain wr2 wc3 ps0 po">');
});

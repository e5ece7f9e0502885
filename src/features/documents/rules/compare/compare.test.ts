import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import { assemble } from '../assembly/assemble.ts';
import type { Block, Doc, Run } from '../assembly/doc.ts';
import { toHtml } from '../formats/html.ts';
import { readHtml } from '../formats/read-html.ts';
import type { Template } from '../template/template.ts';
import { applyChanges, compareDocs, type Piece } from './compare.ts';
import { compareAnswers, tellChanges } from './tell.ts';
import { joined, unitsOf } from './units.ts';
import { compareLine, textOfRuns } from './words.ts';

const docOf = (blocks: Block[]): Doc => ({
  slug: 'a',
  title: 'A',
  version: '',
  language: 'en',
  blocks,
  notice: '',
  blanks: [],
});

const words = fc
  .array(fc.constantFrom('The', 'fee', 'is', '4,000.00', 'Client', 'pays', 'on', 'day', '日本', 'e\u0301'), {
    maxLength: 9,
  })
  .map((some) => some.join(' '));
const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 5, arbitrary: words.map((text): Run => ({ r: 'text', text })) },
  words.map((text): Run => ({ r: 'text', text, bold: true })),
  words.map((text): Run => ({ r: 'value', field: 'fee', text })),
  fc.constantFrom<Run>(
    { r: 'break' },
    { r: 'blank', field: 'day', label: 'the day' },
    { r: 'term', text: 'Fee' },
  ),
);
const runs = fc.array(run, { maxLength: 4 }).map(joined);
const para = runs.map((some): Block => ({ b: 'para', runs: some }));
const { blocks } = fc.letrec<{ blocks: Block[]; block: Block }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 6 }),
  block: fc.oneof(
    { maxDepth: 2 },
    para,
    runs.map((some): Block => ({ b: 'heading', runs: some })),
    fc.constant<Block>({ b: 'page' }),
    fc
      .array(fc.tuple(runs, runs), { minLength: 1, maxLength: 3 })
      .map((rows): Block => ({ b: 'table', align: ['start', 'end'], head: [], rows })),
    fc
      .array(fc.record({ heading: runs, name: runs }), { minLength: 1, maxLength: 2 })
      .map((parties): Block => ({
        b: 'signatures',
        parties: parties.map(({ heading, name }) => ({ heading, lines: [{ label: 'Name', runs: name }] })),
      })),
    fc
      .array(fc.record({ runs, blocks: tie('blocks') }), { minLength: 1, maxLength: 3 })
      .map((items): Block => ({
        b: 'list',
        style: 'bullet',
        items: items.map((item) => ({ ...item, mark: '•' })),
      })),
    fc
      .record({ id: fc.constantFrom('', 'a', 'b', 'c'), heading: runs, blocks: tie('blocks') })
      .map((made): Block => ({ b: 'clause', number: '', summary: [], ...made })),
    fc
      .record({ id: fc.constantFrom('', 'x', 'y'), runs, blocks: tie('blocks') })
      .map((made): Block => ({ b: 'sub', number: '(a)', ...made })),
  ),
}));
/** Another document, or the same one with parts moved, dropped, doubled and written anew. */
const both = fc.oneof(
  fc.tuple(blocks, blocks),
  fc.tuple(blocks, fc.array(fc.tuple(fc.nat(8), fc.nat(8), para), { maxLength: 4 })).map(([one, acts]) => {
    const other = [...one];
    for (const [from, to, fresh] of acts) {
      const [taken] = other.splice(from % (other.length + 1), 1);
      other.splice(to % (other.length + 1), 0, ...(taken ? [taken] : [fresh]));
      if (from === to) other.push(fresh);
    }
    return [one, other] as [Block[], Block[]];
  }),
);
const keysOf = (list: Block[]) => unitsOf({ blocks: list }).map(({ key }) => key);

/** Whether words are an answer or were typed is nothing that a reader sees, and no change. */
const asRead = (given: Block[]): unknown =>
  JSON.parse(
    JSON.stringify(given, (_, value: unknown) =>
      isRuns(value) ? joined(value.map((one): Run => (one.r === 'value' ? typed(one) : one))) : value,
    ),
  );
const isRuns = (value: unknown): value is Run[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'object' && one !== null && 'r' in one);
const typed = ({ text, bold, italic }: Extract<Run, { r: 'value' }>): Run => ({
  r: 'text',
  text,
  ...(bold && { bold }),
  ...(italic && { italic }),
});

test('taking every change makes the newer document, refusing every one makes the older', () => {
  fc.assert(
    fc.property(both, ([one, other]) => {
      const compared = compareDocs(docOf(one), docOf(other));
      expect(asRead(applyChanges(compared, () => true).blocks)).toEqual(asRead(other));
      expect(asRead(applyChanges(compared, () => false).blocks)).toEqual(asRead(one));
    }),
    { numRuns: 1000 },
  );
});

test('a document differs in nothing from itself, and from another one as much as that one from it', () => {
  fc.assert(
    fc.property(both, ([one, other]) => {
      expect(compareDocs(docOf(one), docOf(structuredClone(one))).changes).toBe(0);
      const [there, back] = [compareDocs(docOf(one), docOf(other)), compareDocs(docOf(other), docOf(one))];
      expect(there.changes).toBe(back.changes);
      expect(there.changes === 0).toBe(keysOf(one).join() === keysOf(other).join());
    }),
    { numRuns: 500 },
  );
});

test('the words of a line are there on both sides, whatever changed', () => {
  fc.assert(
    fc.property(runs, runs, (one, other) => {
      let changes = 0;
      const segments = compareLine(one, other, () => changes++);
      expect(textOfRuns(segments.flatMap(({ before }) => before))).toBe(textOfRuns(one));
      expect(textOfRuns(segments.flatMap(({ after }) => after))).toBe(textOfRuns(other));
    }),
  );
});

const library = documentLibrary();
const template = library.get('contractor-agreement') as Template;
const made = (answers: object) =>
  assemble(template, { ...sampleAnswers(template), ...answers }, { date: '2026-11-21' });
const saved = (answers: object) => readHtml(toHtml(made(answers)), { slug: 'x', title: 'X' });

test('a changed figure is one change, and the line for a list says it with its question', () => {
  const [one, other] = [saved({ billing: 'hour', rate: '95' }), saved({ billing: 'hour', rate: '96' })];
  const compared = compareDocs(one, other);
  expect(compared.changes).toBeLessThan(4);
  const fields = [{ name: 'rate', label: 'Hourly rate' }];
  const answers = compareAnswers(
    { fields, formData: { rate: '95', _document: 'a' } },
    { fields, formData: { rate: '96', _document: 'b' } },
  );
  expect(answers).toEqual([{ field: 'rate', label: 'Hourly rate', before: '95', after: '96' }]);
  expect(tellChanges(compared, answers)).toMatch(/^Hourly rate 95 → 96/);
});

test('a clause that comes in is told as added, and those after it only have other numbers', () => {
  const [one, other] = [saved({ insured: 'no' }), saved({ insured: 'yes' })];
  const told = tellChanges(compareDocs(one, other), []);
  expect(told).toMatch(/^clause \d+ added/);
  expect(tellChanges(compareDocs(other, one), [])).toMatch(/^clause \d+ removed/);
  expect(tellChanges(compareDocs(one, one), [])).toBe('No changes');
});

test('a moved clause is found where it is now, with the words that changed in it', () => {
  const one = saved({});
  const clauses = one.blocks.filter(({ b }) => b === 'clause');
  const [first] = clauses;
  const moved = structuredClone([
    ...one.blocks.filter((block) => block !== first),
    ...(first ? [first] : []),
  ]);
  const compared = compareDocs(one, { ...one, blocks: moved });
  expect(compared.changes).toBe(1);
  expect(compared.pieces.filter(({ is }) => is === 'moved')).toHaveLength(1);
  expect(compared.pieces.filter(({ is }) => is === 'away')).toHaveLength(1);
});

test('answers that are blank on both sides are no change; lists and parties are told in words', () => {
  const fields = [
    { name: 'client', label: 'The client' },
    { name: 'items', label: 'Items' },
  ];
  const told = compareAnswers(
    { fields, formData: { client: { name: 'Ada', address: '' }, items: [{ what: 'Desk' }], x: ' ' } },
    { fields, formData: { items: [{ what: 'Desk' }, { what: 'Chair' }], client: { name: 'Bo' } } },
  );
  expect(told).toEqual([
    { field: 'client.name', label: 'The client: name', before: 'Ada', after: 'Bo' },
    { field: 'items', label: 'Items', before: 'Desk', after: 'Desk; Chair' },
  ]);
});

test('two texts of fifty pages are compared about as fast as they are read', () => {
  const pages = Array.from({ length: 12 }, (_, n) =>
    saved({}).blocks.map((block): Block =>
      block.b === 'clause'
        ? {
            ...block,
            id: `${block.id}-${n}`,
            heading: [{ r: 'text', text: `${textOfRuns(block.heading)} ${n}` }],
          }
        : block,
    ),
  ).flat();
  const other = structuredClone(pages);
  const touch = (list: Block[], every: number): void =>
    list.forEach((block, at) => {
      if ('runs' in block && at % every === 0) block.runs = [...block.runs, { r: 'text', text: ' Not so.' }];
      if (block.b === 'clause' || block.b === 'sub') touch(block.blocks, every);
    });
  touch(other, 3);
  const [cut] = other.splice(20, 1);
  if (cut) other.push(cut);
  other.splice(40, 3);
  const letters = pages.reduce((sum, block) => sum + JSON.stringify(block).length, 0);
  expect(letters).toBeGreaterThan(150_000);
  const [one, two] = [docOf(pages), docOf(other)];
  const html = [toHtml(one), toHtml(two)];
  const best = (work: () => unknown) =>
    Math.min(
      ...Array.from({ length: 9 }, () => {
        const from = performance.now();
        work();
        return performance.now() - from;
      }),
    );
  const reading = best(() => html.map((text) => readHtml(text, { slug: 'x', title: 'X' })));
  // As a ratio, because others use this machine, too: docs/decisions/versions.md has the figure.
  expect(best(() => compareDocs(one, two)) / reading).toBeLessThan(2);
  const of = (piece: Piece): number => (piece.is === 'both' ? 0 : 1);
  expect(
    compareDocs(docOf(pages), docOf(other)).pieces.reduce((sum, piece) => sum + of(piece), 0),
  ).toBeLessThan(8);
});

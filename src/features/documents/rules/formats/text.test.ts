import { lexer, type Token } from 'marked';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { assemble } from '../assembly/assemble.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import type { Block } from '../assembly/doc.ts';
import type { Template } from '../template/template.ts';
import { toMarkdown, toText } from './text.ts';

const invoice = documentLibrary().get('invoice') as Template;
const made = (description: string) =>
  assemble(
    invoice,
    { ...sampleAnswers(invoice), items: [{ description, quantity: '2', price: '9999.50' }] },
    { date: '2026-11-21', locale: 'en-GB' },
  );

test('[GEN-1] plain text sets a table’s columns below one another, figures at the end, long words wrapped', () => {
  const text = toText(
    made('Design of the reporting module, with everything that belongs to it, as agreed before'),
  );
  const lines = text.split('\n');
  const from = lines.findIndex((line) => /^No\. +Description/.test(line));
  const table = lines.slice(from, lines.indexOf('', from));
  expect(Math.max(...table.map(({ length }) => length))).toBeLessThanOrEqual(100);
  expect(table[2]).toMatch(/^1 +Design of the reporting module, .* 2 +€9,999\.50 +€19,999\.00$/);
  expect(table.findLast((line) => line.includes('Total due'))).toHaveLength((table[2] ?? '').length);
  expect(text.replace(/\s+/g, ' ')).toContain('as agreed before');
  expect(toMarkdown(made('x'))).toContain('| --- | --- | ---: | ---: | ---: |');
});

test('[GEN-1] a table that has no room for its columns says each cell with its head', () => {
  const wide = { ...made('x') };
  const cell = (text: string) => [{ r: 'text' as const, text }];
  wide.blocks = [
    {
      b: 'table',
      align: ['start', 'start'],
      head: [cell('One'), cell('Two')],
      rows: [[cell('a'.repeat(90)), cell('b'.repeat(90))]],
    },
  ];
  expect(toText(wide)).toContain(`One: ${'a'.repeat(90)}\nTwo: ${'b'.repeat(90)}`);
});

test('[GEN-1] in plain text a sign of East Asia is as wide as two letters, and long rows go on below', () => {
  const lines = toText(made('設計と開発、'.repeat(20))).split('\n');
  const from = lines.findIndex((line) => /^No\. +Description/.test(line));
  const table = lines.slice(from, lines.indexOf('', from));
  const wide = (line: string) => line.replace(/[\u3000-\uffff]/g, 'xx').length;
  expect(Math.max(...table.map(wide))).toBeLessThanOrEqual(100);
  expect(wide(table[2] ?? '')).toBe(wide(table.findLast((line) => line.includes('Total due')) ?? ''));
  expect(table.join('').match(/設計と開発、/g)?.length).toBeGreaterThan(10);
});

const tokensOf = (tokens: Token[]): Token[] =>
  tokens.flatMap((one) => {
    const { items = [], tokens: own = [] } = one as { items?: Token[]; tokens?: Token[] };
    return [one, ...tokensOf([...items, ...own])];
  });
const itemsOf = (blocks: Block[]): number =>
  blocks.reduce((sum, block) => {
    if (block.b === 'list') return block.items.reduce((all, item) => all + 1 + itemsOf(item.blocks), sum);
    return sum + ('blocks' in block ? itemsOf(block.blocks) : 0);
  }, 0);

test.each([...documentLibrary().values()])(
  '[GEN-1] in Markdown the lists of $slug are lists, wherever they stand, and nothing is code',
  (template) => {
    const doc = assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' });
    const tokens = tokensOf(lexer(toMarkdown(doc)));
    expect(tokens.filter(({ type }) => type === 'code').map(({ raw }) => raw)).toEqual([]);
    const lines = doc.blocks.flatMap((block) =>
      block.b === 'signatures' ? block.parties.flatMap((party) => party.lines) : [],
    );
    expect(tokens.filter(({ type }) => type === 'list_item')).toHaveLength(
      itemsOf(doc.blocks) + lines.length,
    );
  },
);

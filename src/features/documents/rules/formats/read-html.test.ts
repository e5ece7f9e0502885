import { expect, test } from 'vitest';
import { toHtml } from './html.ts';
import { parseHtml } from './parse-html.ts';
import { readHtml } from './read-html.ts';
import { toMarkdown, toText } from './text.ts';

const read = (html: string) => readHtml(html, { slug: 'edited', title: 'Edited' });

test('[GEN-1] an edited text keeps clauses, numbers, references, tables, lists and signatures', () => {
  const html = [
    '<h1>Agreement</h1>',
    '<h2 id="fees"><span class="doc-number">1.</span> Fees</h2>',
    '<p id="due" class="doc-sub"><span class="doc-number">1.1</span> The <strong>Client</strong> pays <mark class="doc-blank" data-field="fee">[fee]</mark>.</p>',
    '<ol type="a">\n<li>one</li>\n<li>two</li>\n</ol>',
    '<p class="doc-sub"><span class="doc-number">1.2</span> See <a href="#due">clause 1.1</a>.</p>',
    '<table>\n<thead><tr><th scope="col">What</th><th scope="col" align="right">Price</th></tr></thead>\n<tbody>\n<tr><td>A</td><td align="right">5</td></tr>\n</tbody>\n</table>',
    '<div class="doc-signatures">\n<div class="doc-signature"><p><strong>Wren</strong></p><table><tbody><tr><th scope="row">Date</th><td>\u00a0</td></tr></tbody></table></div>\n</div>',
    '<p class="doc-notice"><small>No legal advice.</small></p>',
  ].join('\n');
  const doc = read(html);
  expect(doc.blanks).toEqual([{ field: 'fee', label: 'fee' }]);
  const again = toHtml(doc);
  expect(toHtml(read(again))).toBe(again);
  for (const words of [
    '1.</span> Fees',
    'clause 1.1</a>',
    'doc-signature',
    '<ol type="a">',
    'align="right"',
    'No legal advice.',
  ])
    expect(again).toContain(words);
  expect(toText(doc)).toContain('1.2  See clause 1.1.');
});

test('[GEN-1] nothing that could run leaves an edited text in any format', () => {
  const doc = read(
    '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a><a href="https://x.example/?a=1&amp;b=&quot;">c</a></p>' +
      '<svg><script>alert(2)</script></svg><iframe srcdoc="<script>alert(3)</script>"></iframe><style>@import "x"</style>&lt;script&gt;alert(4)',
  );
  const html = toHtml(doc);
  expect(html).not.toMatch(/<script|onerror|onclick|javascript:|<iframe|<svg|@import/);
  expect(html).toContain('&#60;script&#62;alert(4)');
  expect(html).toContain('href="https://x.example/?a=1&#38;b=&#34;"');
  expect(toMarkdown(doc)).not.toMatch(/<script>|javascript:/);
});

test.each([
  ['an attribute that never ends', `<p title="${'x'.repeat(200_000)}`],
  ['many open brackets', '<'.repeat(200_000)],
  ['many tags that never close', '<div>'.repeat(50_000)],
  ['many attributes', `<p ${'a=b '.repeat(50_000)}>x</p>`],
])('[GEN-1] %s is read without running out of time or stack', (_, html) => {
  expect(Array.isArray(parseHtml(html))).toBe(true);
  expect(read(html).blocks.length).toBeLessThan(60_000);
});

test('[GEN-1] a reference whose clause is gone is words, and a copied clause gets a name of its own', () => {
  const doc = read(
    '<h2 id="a">A</h2><p>See <a href="#gone">clause 9</a> and <a href="#a">clause 1</a>.</p><h2 id="a">B</h2><p>b</p>',
  );
  expect(doc.blocks.map((block) => block.b === 'clause' && block.id)).toEqual(['a', 'part-1']);
  expect(toHtml(doc)).toContain('See clause 9 and <a href="#a">clause 1</a>');
});

test('a hostile text is read in one pass: stray signs are one piece, fields count once, lists end', () => {
  const signs = read(`<p>${'<'.repeat(100_000)}</p>`);
  expect(signs.blocks).toEqual([{ b: 'para', runs: [{ r: 'text', text: '<'.repeat(100_000) }] }]);
  const marks = Array.from({ length: 5000 }, (_, n) => `<mark data-field="f${n}">x</mark>`).join('');
  expect(read(`<p>${marks}${marks}</p>`).blanks).toHaveLength(5000);
  let depth = 0;
  let [inner] = read('<ul><li>x'.repeat(500)).blocks;
  while (inner?.b === 'list') {
    depth += 1;
    inner = inner.items[0]?.blocks.find((block) => block.b === 'list');
  }
  expect(depth).toBe(8);
});

test('[GEN-1] the lines of a signature outlive an edit, each with its words', () => {
  const row = (label: string, words: string) =>
    `<tr><th scope="row"><p>${label}</p></th><td><p>${words}</p></td></tr>`;
  const [block] = read(
    `<div class="doc-signatures"><div class="doc-signature"><p><strong>Wren</strong></p><table><tbody>${row('Name', 'Ada Moore')}${row('Date', '')}</tbody></table></div></div>`,
  ).blocks;
  expect(block).toEqual({
    b: 'signatures',
    parties: [
      {
        heading: [{ r: 'text', text: 'Wren', bold: true }],
        lines: [
          { label: 'Name', runs: [{ r: 'text', text: 'Ada Moore' }] },
          { label: 'Date', runs: [] },
        ],
      },
    ],
  });
});

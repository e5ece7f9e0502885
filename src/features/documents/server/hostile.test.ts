import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { readLibrary } from './library.ts';
import { createPress } from './pdf/press.ts';

const reports: string[] = [];
const press = createPress((words) => reports.push(words));
afterAll(() => press.close());
const nda = readLibrary('content/documents', 'nowhere').get('mutual-nda');

const edited = (caller: string, as: 'pdf' | 'docx', html: string) =>
  press.file(caller, as, { from: 'html', html, slug: 'x', title: 'X' });
const table = (columns: number, rows: number) =>
  `<table><tr>${'<td></td>'.repeat(columns)}</tr>${'<tr></tr>'.repeat(rows)}</table>`;

const tooMuch: [string, string, RegExp][] = [
  ['a table of 12,000 columns and as many empty rows', table(12_000, 12_000), /12,000 columns.*fits 40/],
  ['a table of 30 columns and 3,000 rows', table(30, 3000), /more than 20,000 cells/],
  ['one word of 330,000 soft hyphens', `<p>${'a\u00ad'.repeat(330_000)}</p>`, /the limit is 20,000/],
  ['one paragraph of 660,000 signs', `<p>${'深'.repeat(660_000)}</p>`, /the limit is 20,000/],
  ['a book of signs', `<p>${'深'.repeat(9000)}</p>`.repeat(40), /150,000 of other scripts/],
  ['a letter below a tower of marks', `<p>a${'\u0301'.repeat(200)}</p>`, /more than 30 marks/],
  ['300,000 paragraphs', '<p>'.repeat(300_000), /pieces of formatting/],
];
test.each(tooMuch)('[GEN-1] %s is refused before it is built, with its bound', async (_, html, bound) => {
  for (const as of ['pdf', 'docx'] as const)
    await expect(edited('stranger', as, html)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(bound) as string,
    });
});

test.each([
  ['150,000 declarations that never end', '<!'.repeat(150_000)],
  ['150,000 declarations that end once', `${'<!'.repeat(150_000)}>`],
  ['a million soft hyphens in a row', `<p>a${'\u00ad'.repeat(900_000)}b</p>`],
  ['24 long clauses of everything', ''],
])('[GEN-1] %s: the hub goes on, and another caller’s contract is made meanwhile', async (_, html) => {
  if (!nda) throw new Error('no document');
  await edited('warm', 'pdf', '<p>x</p>');
  const stall = monitorEventLoopDelay({ resolution: 5 });
  stall.enable();
  const hostile =
    html === ''
      ? press.file('stranger', 'pdf', {
          from: 'answers',
          template: nda,
          sections: Array.from({ length: 24 }, (__, n) => ({
            heading: '['.repeat(200),
            text:
              ['![](', '](', '<a ', '{{', '[[', '```', '(', '“'][n % 8]?.repeat(2000).slice(0, 8000) ?? '',
          })),
          answers: {},
          how: { date: '2026-11-21' },
        })
      : edited('stranger', 'pdf', html);
  const started = performance.now();
  const other = edited('ada', 'pdf', '<h1>Contract</h1><p>Words</p>').then(() => performance.now() - started);
  await hostile.catch((problem: { code: string }) => expect(problem.code).toBe('too_large'));
  expect(await other).toBeLessThan(3000);
  stall.disable();
  expect(stall.max / 1e6).toBeLessThan(250);
  expect(reports).toEqual([]);
});

test('[GEN-1] what is just within the bounds is made', async () => {
  const rows = `<tr>${'<td>ab</td>'.repeat(20)}</tr>`.repeat(200);
  expect((await edited('ada', 'pdf', `<table>${rows}</table>`)).length).toBeGreaterThan(1000);
  expect((await edited('ada', 'pdf', `<p>${'word '.repeat(3900)}</p>`)).length).toBeGreaterThan(1000);
});

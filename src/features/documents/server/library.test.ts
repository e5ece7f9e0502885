import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { checkAnswers } from '#testing/document-check.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { drawAnswers, unusualAnswers } from '#testing/drawn-answers.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { review } from '#features/documents/rules/answers/review.ts';
import { toMarkdown, toText } from '#features/documents/rules/formats/text.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { readLibrary, readTemplate } from './library.ts';

const shipped = 'content/documents';
const library = readLibrary(shipped, 'nowhere');
const templates = [...library.values()].map((template): [string, Template] => [template.slug, template]);
const date = '2026-11-21';

test('every shipped file is a document of the library', () => {
  expect([...library.keys()].sort()).toEqual(
    readdirSync(shipped)
      .map((name) => name.replace(/\.md$/, ''))
      .sort(),
  );
  expect(library.size).toBeGreaterThanOrEqual(6);
});

test.each(templates)(
  '%s: whatever is answered, nothing is unfilled, unknown, undefined, empty or refers to nothing',
  (_, template) => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 400, maxLength: 400 }), (numbers) => {
        let at = 0;
        const answers = drawAnswers(template, (n) => (numbers[at++ % numbers.length] ?? 0) % n);
        expect(checkAnswers(template, answers)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);

test.each(templates)(
  '%s: with the sample answers nothing is left to fill in, and every clause has its summary',
  (_, template) => {
    const doc = assemble(template, sampleAnswers(template), { date });
    expect(doc.blanks).toEqual([]);
    expect(review(template, sampleAnswers(template), date)).toEqual([]);
    const bare = doc.blocks.filter(
      (block) => block.b === 'clause' && block.number !== '' && block.summary.length === 0,
    );
    expect(bare).toEqual([]);
    // That is said beside it on the screen: it is nothing that the two sides agree.
    expect(toText(doc)).not.toMatch(/not legal (?:or tax )?advice/);
  },
);

test.each(templates)(
  '%s: nothing, the least, each alternative alone and nonsense everywhere make a sound document',
  (_, template) => {
    for (const [what, answers] of unusualAnswers(template)) {
      expect([what, checkAnswers(template, answers)]).toEqual([what, []]);
      const text = toText(assemble(template, answers, { date }));
      expect(text, what).not.toMatch(/undefined|\bNaN\b|\[object|Invalid Date|\bnull\b/);
      // A sentence that lost a part of itself shows it by its signs.
      expect(text, what).not.toMatch(/[a-z] [,;.](?:\s|$)|\(\)|,\s*,/m);
    }
  },
);

test.each(templates)('%s: what is typed stays literal in every output', (_, template) => {
  const evil = '{{7*7}} __proto__ <script>alert(1)</script> [[law]] **b** #eval("1")';
  const answers = Object.fromEntries(
    Object.entries(sampleAnswers(template)).map(([name, value]) => [
      name,
      typeof value === 'string' && !/^[\d-]+$/.test(value) ? evil : value,
    ]),
  );
  const doc = assemble(template, { ...answers, __proto__: { sideA: 'x' } }, { date });
  const html = toHtml(doc);
  expect(html).not.toMatch(/<script|\{\{|onerror/);
  const shown = toText(doc);
  expect(shown.includes('7*7')).toBe(shown.includes(evil));
  expect(toMarkdown(doc)).not.toMatch(/<script>/);
});

test('an answer that cannot be read stays a visible blank and is named in the review', () => {
  const template = library.get('contractor-agreement') as Template;
  const answers = { ...sampleAnswers(template), billing: 'fixed', fee: '1e9', lastDay: '2026-01-01' };
  expect(assemble(template, answers, { date }).blanks.map(({ field }) => field)).toContain('fee');
  expect(review(template, answers, date)).toEqual([
    { field: 'fee', kind: 'wrong', words: 'Enter an amount, such as 1250 or 1250.50.' },
    { field: 'lastDay', kind: 'conflict', words: 'The last day is before the first.' },
  ]);
});

test('an answer to a question that is not asked is not in the text', () => {
  const template = library.get('contractor-agreement') as Template;
  const text = toText(
    assemble(template, { ...sampleAnswers(template), billing: 'hour', rate: '95', fee: '77777' }, { date }),
  );
  expect(text).not.toContain('77,777');
  expect(text).toContain('$95.00'.replace('$', '€'));
});

test('an invoice adds up to the cent', () => {
  const template = library.get('invoice') as Template;
  const answers = {
    ...sampleAnswers(template),
    items: [
      { description: 'A', quantity: '3', price: '33.33' },
      { description: 'B', quantity: '0.5', price: '0.01' },
    ],
    discount: '10',
    taxRate: '19',
  };
  const text = toText(assemble(template, answers, { date }));
  // 99.99 + 0.01 (half a cent, rounded up) - 10 = 90.00; 19 % of it is 17.10
  for (const amount of ['€99.99', '€0.01', '€100.00', '€90.00', '€17.10', '€107.10'])
    expect(text).toContain(amount);
});

test('numbers and references follow the clauses that are there', () => {
  const template = library.get('mutual-nda') as Template;
  const general = (answers: object) =>
    /Signing.*\n\n(\d+)\. Law and courts/s.exec(
      toText(assemble(template, { ...sampleAnswers(template), ...answers }, { date })),
    )?.[1];
  expect(general({ noPoaching: 'no' })).toBe('11');
  expect(general({ noPoaching: 'yes' })).toBe('12');
  const doc = toText(assemble(template, { ...sampleAnswers(template), noPoaching: 'yes' }, { date }));
  expect(doc).toContain('as clause\u00a04.1 allows');
  expect(doc).toContain('under clause\u00a010.');
});

test("the operator's file of the same name replaces the shipped one, and another is added", () => {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(site, { recursive: true }));
  const nda = readFileSync(join(shipped, 'mutual-nda.md'), 'utf8');
  mkdirSync(join(site, 'documents'));
  writeFileSync(
    join(site, 'documents/mutual-nda.md'),
    nda.replace('title: Mutual non-disclosure agreement', 'title: Our NDA'),
  );
  writeFileSync(join(site, 'documents/house-rules.md'), nda);
  const own = readLibrary(shipped, join(site, 'documents'));
  expect(own.get('mutual-nda')?.title).toBe('Our NDA');
  expect(own.size).toBe(library.size + 1);
});

const small = (body: string, fields = '') =>
  `---\ntitle: T\ncategory: Other\ndescription: D\nminutes: 1\npages: 1\nversion: 1.0\nreviewed: 2026-11-21\nlaw: L\nsteps:\n  - title: S\n    fields:\n      - name: client\n        type: party\n        label: Client\n${fields}---\n${body}`;

test.each([
  [
    'an unknown placeholder',
    small('# T\n\nHello {{clinet.name}}'),
    /:19: \{\{clinet\.name\}\}: no question or computed value/,
  ],
  [
    'a condition on nothing',
    small('# T\n\n{{if fee > 0}}\nx\n{{end}}'),
    /:19: fee > 0: got "fee", which isn’t a question/,
  ],
  ['a condition without end', small('# T\n\n{{if client}}\nx'), /:19: missing \{\{end\}\}/],
  ['an end without condition', small('# T\n\nx {{end}}'), /:19: \{\{end\}\} has no \{\{if/],
  [
    'a wrong type',
    small('# T', '      - name: x\n        type: monney\n        label: X\n'),
    /:17: steps\.1\.fields\.2\.type: got "monney", expected one of text/,
  ],
  [
    'an unknown key',
    small('# T', '      - name: x\n        type: text\n        lable: X\n'),
    /:18: steps\.1\.fields\.2\.lable: unknown key, did you mean steps\.1\.fields\.2\.label\?/,
  ],
  [
    'a choice without default',
    small(
      '# T',
      '      - name: x\n        type: choice\n        label: X\n        options: { a: A, b: B }\n',
    ),
    /x: a choice needs a default/,
  ],
  [
    'a sum of unlike things',
    small('# T', 'computed:\n  - { name: y, label: Y, formula: client + 1 }\n'),
    /:17: can’t calculate party \+ number/,
  ],
  [
    'a name that means something else',
    small('# T', '      - name: end\n        type: date\n        label: X\n'),
    /:16: .*expected a name such as effectiveDate/,
  ],
  [
    'a summary in the wrong place',
    small('# T\n\n> Hello'),
    /:19: a summary \(>\) must be right below its heading/,
  ],
  [
    'a numbered paragraph behind a condition around clauses',
    small('# T\n\n## A\n\n1. One.\n\n{{if client}}\n## B\n\n1. Two.\n{{end}}\n\n1. Three.'),
    /:29: a numbered paragraph after an \{\{if …\}\} around whole clauses is part of none/,
  ],
  [
    'a reference to nothing',
    small('# T\n\n## A {#a}\n\nSee [[b]].'),
    /:21: \[\[b\]\]: nothing here has the name/,
  ],
  ['an annex that is not there', small('# T\n\nSee [[annex-1]].'), /:19: \[\[annex-1\]\]: nothing here/],
  [
    'a name with capitals',
    small('# T\n\n## A\n\n1. {#mainEnds} One.'),
    /:21: a name to refer to is \{#like-this\}/,
  ],
  [
    'code in place of a formula',
    small('# T', 'computed:\n  - { name: y, label: Y, formula: "process.exit(1)" }\n'),
    /got process\.exit\(number\), expected one of/,
  ],
])('%s is a mistake with file and line', (_, text, expected) => {
  expect(() => readTemplate('t', 'site/documents/t.md', text)).toThrow(expected);
});

test('a text that would make a bad document is caught by the checker', () => {
  const faults = (body: string) =>
    checkAnswers(readTemplate('t', 't.md', small(`# T\n\n${body}`)), { client: { name: 'Wren' } });
  const leftOut = '{{if not client}}\n## A {#nowhere}\n\nText.\n{{end}}\n\n## B\n\nSee [[nowhere]].';
  expect(faults(leftOut)).toContain('"nowhere" is referred to and not there');
  expect(faults('## Empty {#empty}\n\n## Full {#full}\n\nText.')).toContain('"Empty" is empty');
  expect(faults('The "**Fee**" is high.')).toContain('“Fee” is defined and never used');
  expect(faults('The Fee is paid to the Agent.')).toContain(
    '“Agent” reads like a defined term and is not defined',
  );
  expect(faults('The "**Fee**" is high. The Fees are paid.')).toEqual([]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formalitiesOf, review } from '#features/documents/rules/answers/review.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { siteFolder } from '#testing/site-folder.ts';
import { readLibrary } from './library.ts';

const date = '2026-11-23';
const document = `---
title: Loan of a bicycle
category: Other
description: Who lends a bicycle, and until when.
minutes: 1
pages: 1
version: 1.0
reviewed: 2026-11-23
law: Ask somebody who knows.
steps:
  - title: Everything
    fields:
      - name: law
        type: choice
        label: Governing law
        options: { elbonia: Elbonia, sylvania: Sylvania, narnia: Narnia }
        other: Another place
      - name: days
        type: number
        label: Days
      - name: deposit
        type: yesno
        label: A deposit
        default: "no"
---
# Loan

Returned {{days}} later.{{if law.northern}} Lights are used at noon.{{end}} {{if law.interest}}Late fees: {{law.interest}}.{{end}}
`;
const elbonia = `law: elbonia
name: Elbonia
checked: 2026-11-20
facts: { northern: yes, interest: two turnips a day }
rules:
  - documents: bicycle-loan
    field: days
    holds: days <= 30
    words: Elbonia allows thirty days at most.
    source: Mud Act, section 4
  - field: deposit
    holds: not deposit
    words: Elbonia allows no deposit.
    source: Mud Act, section 5
formalities:
  - when: deposit
    words: Two neighbours must watch.
    source: Mud Act, section 9
  - documents: bicycle-loan
    words: Sign it in mud.
    source: Mud Act, section 1
`;
const sylvania = `law: sylvania
name: Sylvania
checked: 2026-11-21
facts: { interest: three coins }
`;

async function library(laws: Record<string, string>, text = document) {
  await using site = await siteFolder({ 'documents/bicycle-loan.md': text, ...laws });
  return readLibrary(join(site.dir, 'none'), join(site.dir, 'documents')).get('bicycle-loan') as Template;
}
const both = { 'laws/elbonia.yaml': elbonia, 'laws/sylvania.yaml': sylvania };
const found = (template: Template, answers: Record<string, unknown>) =>
  review(template, answers, date)
    .filter(({ kind }) => kind === 'conflict')
    .map(({ field, words, source }) => [field, words, source]);
const textOf = (template: Template, answers: Record<string, unknown>) =>
  toText(assemble(template, answers, { date }));

test('[GEN-1] what the chosen law does not allow is named with its source, and under no other law', async () => {
  const template = await library(both);
  const answers = { law: 'elbonia', days: '31', deposit: 'yes' };
  expect(found(template, answers)).toEqual([
    ['days', 'Elbonia allows thirty days at most.', 'Mud Act, section 4'],
    ['deposit', 'Elbonia allows no deposit.', 'Mud Act, section 5'],
  ]);
  for (const law of ['sylvania', 'narnia', 'somewhere else', ''])
    expect(found(template, { ...answers, law })).toEqual([]);
  expect(found(template, { ...answers, days: '30', deposit: 'no' })).toEqual([]);
});

test('[GEN-1] a clause hangs on what a law says, in the words of that law', async () => {
  const template = await library(both);
  expect(textOf(template, { law: 'elbonia', days: '3' })).toMatch(/Lights.*Late fees: two turnips a day\./);
  const other = textOf(template, { law: 'sylvania', days: '3' });
  expect(other).toContain('Late fees: three coins.');
  expect(other).not.toContain('Lights');
  for (const law of ['narnia', 'somewhere else', ''])
    expect(textOf(template, { law, days: '3' })).not.toMatch(/Lights|Late fees/);
});

test('what a law demands of the paper is said before it is signed', async () => {
  const template = await library(both);
  const forms = (answers: Record<string, unknown>) =>
    formalitiesOf(template, answers, date).map(({ words }) => words);
  expect(forms({ law: 'elbonia' })).toEqual(['Sign it in mud.']);
  expect(forms({ law: 'elbonia', deposit: 'yes' })).toEqual([
    'Two neighbours must watch.',
    'Sign it in mud.',
  ]);
  expect(forms({ law: 'sylvania', deposit: 'yes' })).toEqual([]);
  expect(template.laws).toEqual([
    { law: 'elbonia', name: 'Elbonia', checked: '2026-11-20' },
    { law: 'sylvania', name: 'Sylvania', checked: '2026-11-21' },
  ]);
});

test('a mistake in a law is told by file and line, and a law that nobody offers is passed over', async () => {
  const broken = (change: (text: string) => string) =>
    library({ ...both, 'laws/elbonia.yaml': change(elbonia) });
  await expect(broken((text) => text.replace('days <= 30', 'dayz <= 30'))).rejects.toThrow(
    /elbonia\.yaml:8: bicycle-loan: got "dayz"/,
  );
  await expect(
    broken((text) => text.replace('documents: bicycle-loan', 'documents: tricycle')),
  ).rejects.toThrow(/elbonia\.yaml:6: documents: there is no document "tricycle"/);
  await expect(broken((text) => text.replace('source: Mud Act, section 5', 'sauce: Mud'))).rejects.toThrow(
    /did you mean rules\.2\.source/,
  );
  await expect(broken((text) => text.replace('law: elbonia', 'law: ruritania'))).rejects.toThrow(
    /expected the file’s name/,
  );
  await expect(library({ ...both }, document.replace('law.northern', 'law.norhtern'))).rejects.toThrow(
    /law\.norhtern/,
  );
  const apart = { 'laws/ruritania.yaml': elbonia.replace('law: elbonia', 'law: ruritania') };
  expect((await library({ ...both, ...apart })).laws).toHaveLength(2);
});

test('an operator’s older copy of a document starts with a shipped law that asks for more than it has', async () => {
  await using site = await siteFolder({
    'shipped/documents/bicycle-loan.md': document,
    'shipped/laws/elbonia.yaml': elbonia,
    'own/documents/bicycle-loan.md': document
      .replace(/      - name: days[\s\S]*?(?=      - name)/, '')
      .replace('{{days}}', ''),
  });
  const read = () => readLibrary(join(site.dir, 'shipped/documents'), join(site.dir, 'own/documents'));
  const template = read().get('bicycle-loan') as Template;
  expect(found(template, { law: 'elbonia', deposit: 'yes' })).toHaveLength(1);
  await site.put({ 'own/laws/sylvania.yaml': `${sylvania}${elbonia.slice(elbonia.indexOf('rules:'))}` });
  expect(read).toThrow(/sylvania\.yaml/);
});

test('each shipped law has a day on which it was read, and a source for everything it says', () => {
  const all = [...readLibrary('content/documents', 'nowhere').values()];
  const checks = all.flatMap((template) => template.checks.filter(({ source }) => source !== undefined));
  const formalities = all.flatMap((template) => template.formalities);
  expect(checks.length).toBeGreaterThan(0);
  for (const { words, source } of [...checks, ...formalities]) {
    expect(words).toMatch(/^[A-Z].*[.]$/s);
    expect(source).toMatch(/\d/);
  }
});

import { expect, test } from 'vitest';
import { finderOf, shippedDocuments } from '#testing/document-finder.ts';
import type { Template } from '../template/template.ts';
import { withSections } from '../template/sections.ts';
import { assemble } from '../assembly/assemble.ts';
import { toText } from '../formats/text.ts';
import { asSection, unusedIn } from './unused.ts';
import { draftAnswers } from './write.ts';

const today = '2026-11-21';
const library = shippedDocuments();
const finder = finderOf(library);
const about = (slug: string): string => {
  const known = finder.things.find((thing) => thing.slug === slug);
  return known ? [known.title, known.short, known.summary, ...known.asks].join(' ') : '';
};
const lostOf = (slug: string, request: string): [words: string, field: string | null][] => {
  const template = library.get(slug) as Template;
  return unusedIn(template, request, draftAnswers(template, request, today), today, about(slug)).map(
    ({ words, field }) => [words, field],
  );
};

test.each([
  [
    'contractor-agreement',
    'Contract with Mia Chen, 4,500 EUR, no calls at weekends, German law',
    [['no calls at weekends', null]],
  ],
  [
    'contractor-agreement',
    'A freelance contract with Mia Chen: she designs our onboarding for 4,500 EUR, German law',
    [],
  ],
  ['mutual-nda', 'A mutual NDA between Wren Studio Ltd and Halden Analytics GmbH, 2 years, Irish law', []],
  [
    'mutual-nda',
    'A mutual NDA between Wren Studio Ltd and Halden Analytics GmbH, Irish law, signed before 7 witnesses',
    [['signed before 7 witnesses', null]],
  ],
  [
    'invoice',
    'Invoice Acme Inc for 12 hours of development at $95 per hour, due in 14 days. Reference 4711.',
    [['Reference 4711', 'reference']],
  ],
  [
    'one-way-nda',
    'NDA with Factory Ltd, effective 2027-05-05, they return 5 samples',
    [['they return 5 samples', null]],
  ],
  [
    'contractor-agreement',
    'I am a freelance developer, contract with Acme GmbH for 9,000 euros, they provide a laptop',
    [['they provide a laptop', null]],
  ],
  [
    'contractor-agreement',
    'freelance illustrator Nia Bowen will draw 30 spot illustrations for fifteen hundred pounds, she keeps the rights and we get a licence',
    [['she keeps the rights', 'ownership']],
  ],
  [
    'contractor-agreement',
    'Hiring a freelance illustrator. 900 EUR, Irish law',
    [['Hiring a freelance illustrator', 'services']],
  ],
  [
    'contractor-agreement',
    'Could you please write me a freelance contract? The freelancer is Mia Chen, 900 EUR',
    [],
  ],
  ['contractor-agreement', 'I need a contract with Will May, 900 EUR, Irish law', []],
  [
    'offer-letter',
    'Arbeitsvertrag für Frau Selin Aydin als Buchhalterin, 3.400 Euro im Monat, 38 Stunden, 6 Monate Probezeit',
    [['38 Stunden', 'hours']],
  ],
] as const)(
  '[AI-1] what found no place is listed, and beside its question where there is one: %s, "%s"',
  (slug, request, lost) => {
    expect(lostOf(slug, request)).toEqual(lost);
  },
);

test('[AI-1] every figure, day and name of a request stands in an answer or is listed, in any document', () => {
  let seed = 11;
  const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const names = ['Mia Chen', 'Wren Studio Ltd', 'Halden Analytics GmbH', 'Sam Reed', 'Orla Finch'];
  const saying = (): [words: string, said: string] => {
    const name = pick(names);
    const number = String(3000 + below(6000));
    const day = `20${27 + below(3)}-0${1 + below(9)}-1${below(10)}`;
    return pick<[string, string]>([
      [`with ${name}`, name],
      [`${name} pays`, name],
      [`for ${number} EUR`, number],
      [`$${number} a month`, number],
      [`starting ${day}`, day],
      [`until ${day}`, day],
      [`reference ${number}`, number],
      [`${number} boxes of apples`, number],
      [`tell ${name} about it`, name],
      [`and room ${number} stays locked`, number],
    ]);
  };
  const slugs = [...library.keys()];
  for (let round = 0; round < 400; round++) {
    const slug = pick(slugs);
    const template = library.get(slug) as Template;
    const said = Array.from({ length: 1 + below(6) }, saying);
    const request = `${template.short} ${said.map(([words]) => words).join(pick([', ', '; ', ' and ', '. ']))}`;
    const answers = draftAnswers(template, request, today);
    const stands = JSON.stringify(answers);
    const lost = unusedIn(template, request, answers, today, about(slug))
      .map(({ words }) => words)
      .join('\n');
    const isKept = (one: string) => new RegExp(`(?<!\\d)${one}(?!\\d)`).test(`${stands} ${lost}`);
    expect({ request, gone: said.map(([, one]) => one).filter((one) => !isKept(one)) }).toEqual({
      request,
      gone: [],
    });
  }
});

test('[AI-1] a very long request is not read in its middle, and that is listed as well', () => {
  const request = `Contract with Mia Chen. ${'She paints walls. '.repeat(700)}Secret of the middle 4711. ${'It rains. '.repeat(700)}`;
  expect(lostOf('contractor-agreement', request).join(' ')).toContain('Secret of the middle 4711.');
});

test('[AI-1] pieces that found no place become a clause, and no blank of it', () => {
  const template = library.get('mutual-nda') as Template;
  const made = withSections(template, asSection(template, ['no {{calls}} at weekends', 'reference 4711']));
  expect(toText(assemble(made, {}, { date: today }))).toContain('No calls at weekends.');
  expect(made.steps).toEqual(template.steps);
  expect(asSection(template, [])).toEqual([]);
});

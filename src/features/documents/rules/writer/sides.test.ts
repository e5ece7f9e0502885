import { expect, test } from 'vitest';
import { finderOf, shippedDocuments } from '#testing/document-finder.ts';
import { drawAnswers } from '#testing/drawn-answers.ts';
import { allFields, type Template } from '../template/template.ts';
import { asksWho, carried, pairOf, sideSaid, swapped } from './sides.ts';
import { draftAnswers, planDraft } from './write.ts';

const today = '2026-11-21';
const library = shippedDocuments();
const all = [...library.values()];
let seed = 5;
const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
const leaves = (answers: object) =>
  Object.values(answers)
    .map((one) => JSON.stringify(one))
    .sort();

test('[AI-1] two sides swapped twice are as they were, and swapped once nothing is lost', () => {
  for (const template of all)
    for (let round = 0; round < 20; round++) {
      const answers = drawAnswers(template, below);
      const once = swapped(template, answers);
      expect(swapped(template, once)).toEqual(answers);
      expect(leaves(once)).toEqual(leaves(answers));
      const [a = '', b = ''] = (pairOf(template) ?? []).map(({ name }) => name);
      expect(once[a]).toEqual(answers[b]);
    }
});

test('[AI-1] what is carried to another document answers a question of it, of the same kind', () => {
  const kindOf = (template: Template, name: string) =>
    allFields(template).find((field) => field.name === name)?.kind.type;
  for (const from of all)
    for (const to of [all[below(all.length)] as Template]) {
      const answers = drawAnswers(from, below);
      const there = carried(from, to, answers);
      for (const [name, value] of Object.entries(there)) {
        expect(Object.values(answers)).toContain(value);
        expect(kindOf(to, name)).toBeDefined();
      }
      expect(carried(from, from, answers)).toEqual(answers);
    }
});

test.each([
  ['contractor-agreement', 'contract with Mia Chen for 900 euros', null],
  ['contractor-agreement', 'I am a freelance designer, contract with Acme GmbH', 'contractor'],
  ['contractor-agreement', 'contract with our client Acme GmbH', 'contractor'],
  ['contractor-agreement', 'we hire Mia Chen to write our manual', 'client'],
  ['contractor-agreement', 'contract, we are Wren Studio Ltd and the client is Acme Inc', 'contractor'],
  ['contractor-agreement', 'Vertrag für meinen Kunden Acme GmbH', 'contractor'],
  ['retainer', 'retainer with our supplier Loop Ltd', 'client'],
  ['offer-letter', 'offer letter for Sam Reed', null],
  ['data-processing-agreement', 'DPA, as the processor we host data of Acme Inc', 'processor'],
])('[AI-1] on which side one stands is read where it is said: %s, "%s"', (slug, request, side) => {
  const template = library.get(slug) as Template;
  const answers = draftAnswers(template, request, today);
  expect(sideSaid(template, request, answers)).toBe(side);
  expect(asksWho(template, request, answers)).toBe(side === null);
});

test('[AI-1] who fills in "You" or "Your side" is not asked who they are', () => {
  for (const slug of ['mutual-nda', 'invoice', 'quote', 'amendment', 'founder-agreement', 'privacy-policy'])
    expect(asksWho(library.get(slug) as Template, 'with Acme Inc', {})).toBe(false);
});

test('[AI-1] who says that they are the contractor and names one other has named the client', () => {
  const template = library.get('contractor-agreement') as Template;
  const request = 'I am a freelance developer and need a contract with Acme GmbH for 9,000 euros';
  expect(draftAnswers(template, request, today)).toMatchObject({ client: { name: 'Acme GmbH' } });
});

test('[AI-1] beside a document three others are offered', () => {
  const plan = planDraft('A mutual NDA between Wren Studio Ltd and Halden Analytics GmbH', finderOf(library));
  expect(plan).toMatchObject({ found: true, slug: 'mutual-nda' });
  expect(plan.found && new Set(plan.others).size).toBe(3);
});

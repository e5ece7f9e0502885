import { expect, test } from 'vitest';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { allFields } from '#features/documents/rules/template/template.ts';
import { documentLibrary, sampleDocument } from '#testing/document-library.ts';
import { afterKinds, answersAfter, nameOf, speaksOf } from './after.ts';

const library = documentLibrary();
const template = (slug: string) => {
  const found = library.get(slug);
  if (!found) throw new Error(`There is no document ${slug}`);
  return found;
};
const signedAs = (slug: string) => {
  const { blocks } = sampleDocument(slug);
  return {
    template: template(slug),
    answers: sampleAnswers(template(slug)),
    title: 'As it was sent',
    blocks,
    signedOn: '2026-11-24',
    amendments: 1,
  };
};
const textOf = (slug: string, answers: Record<string, unknown>): string =>
  [...linesOf(assemble(template(slug), answers, { date: '2026-11-25', locale: 'en-GB' }).blocks)]
    .map(runsText)
    .join('\n');

test('an amendment names the sides, the contract, its day, and which one it is', () => {
  const text = textOf('amendment', answersAfter(template('amendment'), signedAs('contractor-agreement')));
  for (const words of ['Wren Studio Ltd', 'Halden Analytics GmbH', 'Independent contractor agreement'])
    expect(text).toContain(words);
  expect(text).toMatch(/dated 24\sNovember\s2026/);
  expect(text).toMatch(/^Amendment 2\n/);
});

test('a termination notice names the clause that allows it, and its period', () => {
  const notice = template('termination-notice');
  expect(answersAfter(notice, signedAs('contractor-agreement'))).toMatchObject({
    contract: 'Independent contractor agreement',
    contractDate: '2026-11-24',
    clause: 'clause 10.1',
    period: sampleAnswers(template('contractor-agreement'))['notice'],
  });
});

test.each([...library.keys()])(
  '%s: what follows it can be put together, and takes nothing that isn’t asked',
  (slug) => {
    for (const kind of afterKinds) {
      const asked = allFields(template(kind)).map(({ name }) => name);
      const next = answersAfter(template(kind), signedAs(slug));
      expect(Object.keys(next).filter((name) => !asked.includes(name))).toEqual([]);
      expect(textOf(kind, next)).toContain(nameOf(signedAs(slug).blocks, ''));
    }
  },
);

test('a text of somebody’s own gives its name and day', () => {
  const own = { ...signedAs('mutual-nda'), template: null, answers: {}, blocks: [], title: 'Our deal' };
  expect(answersAfter(template('amendment'), own)).toEqual({
    contract: 'Our deal',
    contractDate: '2026-11-24',
    number: '2',
  });
});

test('answers speak of an agreement by its name and its day, in any zone', () => {
  const ended = new Date('2026-11-24T23:30:00Z');
  const said = (contract: string, contractDate: string) =>
    speaksOf({ contract, contractDate }, 'Our deal', ended);
  expect(said('our deal ', '2026-11-24')).toBe(true);
  expect(said('Our deal', '2026-11-25')).toBe(true);
  expect(said('Our deal', '2026-11-28')).toBe(false);
  expect(said('Another', '2026-11-24')).toBe(false);
  expect(speaksOf(null, 'Our deal', ended)).toBe(false);
});

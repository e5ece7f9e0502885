import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { documentName } from './document-name.ts';
import { allFields } from '../template/template.ts';

const templates = [...documentLibrary().values()];

test('every document between two sides is named with the other one, once they have a name', () => {
  for (const template of templates) {
    const parties = allFields(template).filter(({ kind }) => kind.type === 'party');
    const answers = Object.fromEntries(
      parties.map(({ name, brand }) => [name, { name: brand ? 'Ours Ltd' : '  Theirs\n GmbH ' }]),
    );
    const name = documentName(template.title, template, answers);
    const hasOther = parties.some(({ brand }) => brand === null);
    expect(name).toBe(hasOther ? `${template.title} · Theirs GmbH` : template.title);
    expect(documentName(template.title, template, {})).toBe(template.title);
  }
});

test('what is no name, or longer than any list shows, leaves a name that can be saved', () => {
  const template = templates.find(({ slug }) => slug === 'mutual-nda') ?? expect.unreachable();
  for (const odd of [7, null, [], { name: 7 }, { name: ' ' }])
    expect(documentName(template.title, template, { sideB: odd })).toBe(template.title);
  const long = documentName(template.title, template, { sideB: '🎉'.repeat(200) });
  expect([long.length <= 150, long.isWellFormed()]).toEqual([true, true]);
});

import { expect, test } from 'vitest';
import { asEdited, readSavedAnswers, savedAnswers } from './saved-answers.ts';

test('[GEN-1] what is saved of a document opens as its answers again, and says when its text was changed', () => {
  const answers = { sideA: { name: 'Wren' }, law: 'Ireland' };
  const saved = savedAnswers('mutual-nda', answers, []);
  expect(readSavedAnswers(saved)).toEqual({ slug: 'mutual-nda', answers, sections: [], isEdited: false });
  expect(readSavedAnswers(asEdited(saved))).toMatchObject({ answers, isEdited: true });
});

test('a record that was not made from answers, or holds rubbish, is none', () => {
  for (const formData of [
    {},
    { law: 'Ireland' },
    { _document: 7 },
    { _document: '../x' },
    { _document: 'x', _sections: 1 },
  ])
    expect(readSavedAnswers(formData)).toBeNull();
  expect(asEdited({ a: 1 })).toEqual({ a: 1 });
});

import { expect, test } from 'vitest';
import { assemble } from '../assembly/assemble.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { toHtml } from '../formats/html.ts';
import {
  beginWith,
  brandAnswer,
  fallbacksOf,
  liftPlaceholders,
  partsAsked,
  withPlaceholders,
} from './interview.ts';
import { allFields, type Template } from '../template/template.ts';

const nda = documentLibrary().get('mutual-nda') as Template;
const brand = {
  companyName: 'Wren',
  website: '',
  email: 'a@wren.example',
  phone: '',
  address: '12 Quay Street',
};

test('what another page handed over joins what this device kept, and a blank erases nothing', () => {
  const kept = JSON.stringify({
    sideA: { name: 'Old', address: '1 Road' },
    sideB: { name: 'Halden' },
    gone: 'x',
  });
  const handed = JSON.stringify({ sideA: { name: 'Wren' }, sideB: { name: ' ' } });
  expect(beginWith(nda, kept, handed)).toEqual({
    sideA: { name: 'Wren', address: '1 Road' },
    sideB: { name: 'Halden' },
  });
});

test('what is stored there by somebody else is no answer', () => {
  for (const broken of ['{', '[1]', 'null', '"text"']) expect(beginWith(nda, broken, broken)).toEqual({});
});

test('a field shows its fallback as it would be typed, until it is answered', () => {
  expect(fallbacksOf(nda, {}, '2026-11-21')).toMatchObject({
    effective: '2026-11-21',
    earlier: 'no',
    secrecy: '3 years',
    disputes: 'courts',
  });
  expect(fallbacksOf(nda, { secrecy: '5 years' }, '2026-11-21')).not.toHaveProperty('secrecy');
});

test('a party is asked for what its document has a place for', () => {
  const parts = ['kind', 'name', 'number', 'address', 'representative', 'role'];
  expect(partsAsked(nda, { name: 'sideA', kind: { type: 'party' } })).toEqual([...parts, 'email']);
  // An amendment names nobody's email, nor a number in a register.
  const amendment = documentLibrary().get('amendment') as Template;
  expect(partsAsked(amendment, { name: 'sideA', kind: { type: 'party' } })).toEqual(
    parts.filter((part) => part !== 'number'),
  );
});

test('the branding offers itself as an answer, and its name is saved as a placeholder', () => {
  const sideA = allFields(nda).find(
    ({ name }) => name === 'sideA',
  ) as Template['steps'][number]['fields'][number];
  const answer = brandAnswer(sideA, brand);
  expect(answer).toEqual({ name: 'Wren', address: '12 Quay Street', email: 'a@wren.example' });
  const answers = { sideA: answer, sideB: { name: 'Wren' } };
  const html = toHtml(assemble(nda, withPlaceholders(nda, answers, brand), { date: '2026-11-21' }));
  expect(liftPlaceholders(html)).toContain('<span data-field="sideA.name">{{CompanyName}}</span>');
  expect(liftPlaceholders(html)).toContain('<span data-field="sideB.name">Wren</span>');
});

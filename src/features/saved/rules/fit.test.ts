import fc from 'fast-check';
import { expect, test } from 'vitest';
import { savedTemplate } from './contract.ts';
import { wellFormed } from './fit.ts';
import { prepareSave, type SaveInput } from './record.ts';
import { sizes } from './sizes.ts';

const now = new Date('2026-11-22T12:00:00Z');
const prepare = (input: object) =>
  prepareSave({ userId: 'usr_1', content: '<p>Hi</p>', ...input } as SaveInput, now, 'tpl_1');

test.each([
  ['a text', 'formData is a string'],
  [7, 'formData is a number'],
  [true, 'formData is a boolean'],
  [new Date(), 'formData is a date'],
  [[1], 'formData is a list'],
  [new Map(), 'formData is a Map'],
  [{ deep: { big: 1n } }, 'formData.deep.big is a bigint'],
])('[SAVE-5] formData that is %s says so before anything is sent', (formData, reason) => {
  expect(prepare({ formData })).toEqual({ ok: false, error: `Data validation failed: ${reason}` });
});

test('[SAVE-5] a field or a name that no record holds says so, too', () => {
  const error = (input: object) => {
    const prepared = prepare(input);
    return prepared.ok ? null : prepared.error;
  };
  expect(error({ name: 'x'.repeat(401) })).toBe('Data validation failed: name is longer than 400 characters');
  expect(error({ fields: [{ name: 'a', label: 'x'.repeat(401) }] })).toBe(
    'Data validation failed: fields[0].label is longer than 400 characters',
  );
  expect(error({ fields: [{ label: 'x' }] })).toBe('Data validation failed: fields[0].name is nothing');
});

test('[SAVE-5] branding that is too long for a record is dropped, and the template is saved', () => {
  for (const branding of [
    { companyName: 'x'.repeat(401) },
    { companyName: 'Ada', logo: `data:image/jpeg;base64,${'A'.repeat(sizes.databaseLimitBytes)}` },
  ])
    expect(prepare({ branding })).toMatchObject({ ok: true, value: { record: { branding: null } } });
});

test('what passes the check is a record, holds nothing that a database refuses, and reads back as it is', () => {
  const odd = fc.anything({ withDate: true, withMap: true, withNullPrototype: true, withBigInt: true });
  fc.assert(
    fc.property(odd, fc.string({ unit: 'binary' }), odd, (formData, name, branding) => {
      const prepared = prepare({ formData, name, branding });
      expect(prepared.ok ? 'Data validation failed: ' : prepared.error).toMatch(/^Data validation failed: /);
      if (!prepared.ok) return;
      const { record } = prepared.value;
      expect(savedTemplate.safeParse(record).success).toBe(true);
      const sent = JSON.stringify(record);
      expect(JSON.stringify(wellFormed(JSON.parse(sent)))).toBe(sent);
      expect(sent).not.toMatch(/\\u0000|\\ud[89a-f]/i);
    }),
    { numRuns: 300 },
  );
});

test('[SAVE-4] the note of a cut never says that more is left than there was', () => {
  for (const length of [sizes.contentCap + 1, sizes.contentCap + 10, 900_000]) {
    const prepared = prepare({ content: 'x'.repeat(length) });
    if (!prepared.ok) throw new Error(prepared.error);
    const { storageNote = '' } = prepared.value.record;
    expect(storageNote).toContain(`Shortened from ${length} to 500000 characters.`);
  }
});

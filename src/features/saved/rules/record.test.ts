import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capped, cutTo, normalise, plainText, truncationComment } from './content.ts';
import { savedTemplate } from './contract.ts';
import { unplainReason } from './plain.ts';
import { prepareSave, savedBranding } from './record.ts';
import { repairList, repairRecord } from './repair.ts';
import { jsonBytes, utf8Bytes } from './sizes.ts';
import { savedWords } from './words.ts';

const now = new Date('2026-11-21T12:00:00Z');
const prepare = (input: Partial<Parameters<typeof prepareSave>[0]>) =>
  prepareSave({ userId: 'usr_1', content: '<p>Hi</p>', ...input }, now, 'tpl_1');
function record(input: Partial<Parameters<typeof prepareSave>[0]> = {}) {
  const prepared = prepare(input);
  if (!prepared.ok) throw new Error(prepared.error);
  return prepared.value.record;
}

test('[SAVE-1] without a user id it fails with the fixed words', () => {
  for (const userId of [undefined, null, '']) {
    expect(prepare({ userId })).toEqual({ ok: false, error: 'User not authenticated' });
  }
});

test('[SAVE-2] a record has every field, with its defaults', () => {
  expect(record({ name: '  ', fields: [{ name: 'client', label: 'Client' }] })).toEqual({
    id: 'tpl_1',
    userId: 'usr_1',
    name: 'Untitled Template',
    content: '<p>Hi</p>',
    fields: [{ name: 'client', label: 'Client', type: 'text', placeholder: 'Enter Client...' }],
    formData: {},
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    originalContentLength: 9,
    compressedContentLength: 9,
    isCompressed: false,
    isBranded: false,
    branding: null,
  });
  expect(savedTemplate.safeParse(record()).success).toBe(true);
});

test('[SAVE-3] branding becomes texts, without what is missing; what is no object is none', () => {
  expect(
    savedBranding({
      companyName: 42,
      logo: null,
      primaryColor: undefined,
      fontFamily: true,
      accentColor: '#fff',
    }),
  ).toEqual({ companyName: '42', fontFamily: 'true' });
  for (const none of [null, undefined, 'x', 3, []]) expect(savedBranding(none)).toBeNull();
  expect(record({ branding: { companyName: 'Ada', logo: 'data:image/png;base64,AA' } }).branding).toEqual({
    companyName: 'Ada',
    logo: 'data:image/png;base64,AA',
  });
});

test('[SAVE-4] whitespace is normalised outside pre, and the ends go', () => {
  expect(normalise('  <p>a \n\t b</p>\r\n <pre> a\n  b </pre>  \n c\u00a0\u00a0d ')).toBe(
    '<p>a b</p> <pre> a\n  b </pre> c\u00a0\u00a0d',
  );
  expect(normalise('<PRE class="x">\n\n x')).toBe('<PRE class="x">\n\n x');
  expect(normalise('<present>  a')).toBe('<present> a');
  expect(normalise('a\0b\ud800')).toBe('ab\ufffd');
});

test('[SAVE-4] normalising twice is normalising once, and costs a hostile text no time', () => {
  const part = fc.constantFrom(' ', '\n', '<pre>', '</pre>', '<pre ', 'a', '\t', '<b>', '\u00a0', '\ud83d');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const once = normalise(parts.join(''));
      expect(normalise(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
  expect(normalise('<pre'.repeat(200_000))).toHaveLength(800_000);
  expect(plainText('<script'.repeat(100_000), 280)).toBe('');
});

test('[SAVE-4] content over 500000 characters keeps its first and last 250000 around the comment', () => {
  const at = 'x'.repeat(500_000);
  expect(capped(at)).toBe(at);
  const over = `${'a'.repeat(250_000)}!${'b'.repeat(250_000)}`;
  expect(capped(over)).toBe(`${'a'.repeat(250_000)}${truncationComment}${'b'.repeat(250_000)}`);
  const prepared = prepare({ content: over });
  expect(prepared).toMatchObject({
    ok: true,
    value: { fullText: over, record: { isCompressed: true, originalContentLength: 500_001 } },
  });
});

test('a cut never splits a character', () => {
  expect(cutTo('ab\u{1f389}c', 3)).toBe('ab');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(20), (text, length) => {
      expect(cutTo(text, length).isWellFormed()).toBe(true);
      expect(text.startsWith(cutTo(text, length))).toBe(true);
    }),
  );
});

class Invoice {
  total = 1;
}
test.each([
  ['a function', { f() {} }, /formData\.f is a function/],
  ['a class instance', { a: { b: new Invoice() } }, /formData\.a\.b is a Invoice/],
  ['a map', { m: new Map() }, /formData\.m is a Map/],
  ['a big number', { n: 1n }, /formData\.n is a bigint/],
  ['a symbol', { s: Symbol('x') }, /formData\.s is a symbol/],
])('[SAVE-5] %s in the data fails with the reason', (_name, formData, words) => {
  const prepared = prepare({ formData: formData as Record<string, unknown> });
  if (prepared.ok) throw new Error('was taken');
  expect(prepared.error).toMatch(/^Data validation failed: /);
  expect(prepared.error).toMatch(words);
});

test('[SAVE-5] dates and plain data of any depth are taken; circles are not', () => {
  expect(
    unplainReason({ at: now, list: [1, 'a', null, { b: [true] }], bare: Object.create(null) }),
  ).toBeNull();
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  expect(unplainReason(loop)).toBe('data.self contains itself');
  const shared = { a: 1 };
  expect(unplainReason([shared, shared])).toBeNull();
  expect(record({ formData: { at: now } }).formData).toEqual({ at: '2026-11-21T12:00:00.000Z' });
});

test('[SAVE-5] when only the branding fails it is saved without branding', () => {
  expect(record({ branding: { companyName: () => 'Ada' } }).branding).toBeNull();
  expect(record({ branding: new Invoice() }).branding).toBeNull();
});

test('bytes are those of UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
  expect(jsonBytes({ a: '\u20ac' })).toBe(11);
});

test('[SAVE-12] the thrown words stand word for word', () => {
  const thrown = Object.values(savedWords)
    .filter(({ as }) => as === 'thrown' || as === 'caught')
    .map(({ text }) => text);
  expect(thrown).toEqual(
    expect.arrayContaining([
      'User not authenticated',
      'Firebase Storage not available',
      'Storage upload failed: {reason}',
      'Logo upload failed: {reason}',
      'Failed to save template locally. Please try again.',
      'Failed to process template content. Please try again.',
      'Failed to save template due to CORS issues. Please contact support to fix Firebase Storage configuration.',
      'Failed to save template. Please try again or contact support.',
      'Failed to save template to Firestore. Please try again or contact support.',
      'Data validation failed: {reason}',
      'Firestore save timeout after 30 seconds',
    ]),
  );
  expect(prepare({ content: 42 as unknown as string })).toEqual({
    ok: false,
    error: 'Failed to process template content. Please try again.',
  });
});

test('a record that was stored comes through the gate as it is', () => {
  const whole = record({
    formData: { a: 1 },
    branding: { companyName: 'Ada' },
    fields: [{ name: 'a', label: 'A' }],
  });
  expect(repairRecord(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  // The whole of a cut text is a record of any length.
  expect(repairRecord({ ...whole, content: 'x'.repeat(2_000_000) })?.content).toHaveLength(2_000_000);
});

test('records of older and simple shapes are repaired', () => {
  expect(
    repairRecord({
      id: 'a',
      userId: 'u',
      content: 5,
      fields: 'x',
      formData: [],
      createdAt: 0,
      updatedAt: 'never',
    }),
  ).toMatchObject({
    name: 'Untitled Template',
    content: '5',
    fields: [],
    formData: {},
    createdAt: '1970-01-01T00:00:00.000Z',
    updatedAt: '1970-01-01T00:00:00.000Z',
  });
  const simple = {
    userId: 'u',
    template: 'Mutual NDA',
    data: { content: 'text', isCompressed: true, originalSize: 900_000 },
    timestamp: '2026-01-02T03:04:05Z',
  };
  expect(repairRecord(simple)).toMatchObject({
    id: 'simple-Mutual-NDA-2026-01-02T03-04-05-000Z',
    name: 'Mutual NDA',
    content: 'text',
    isCompressed: true,
    originalContentLength: 900_000,
  });
});

test('a content address that leads elsewhere is refused', () => {
  for (const contentURL of [
    'https://evil.example/x',
    '//evil.example',
    '/api/saved/b/content?v=1',
    '/api/saved/a/content?v=1#x',
    'javascript:alert(1)',
    7,
  ]) {
    const repaired = repairRecord({ id: 'a', userId: 'u', contentURL, isStoredInStorage: true });
    expect(repaired).not.toHaveProperty('contentURL');
    expect(repaired?.loadError).toBe('This template’s content is stored on another site and wasn’t loaded.');
  }
  expect(repairRecord({ id: 'a', userId: 'u', contentURL: '/api/saved/a/content?v=3' })).toMatchObject({
    contentURL: '/api/saved/a/content?v=3',
    isStoredInStorage: true,
  });
});

test('hostile and half-written storage gives sound records or none', () => {
  expect(repairList('[{"id":"a","userId":"u","content":"x"')).toEqual([]);
  expect(repairList('{"__proto__":[]}')).toEqual([]);
  const [one] = repairList(
    '[{"id":"a","userId":"u","__proto__":{"isBranded":true}},{"id":"a","userId":"u"},{"id":"../x","userId":"u"},null,7]',
  );
  expect(one).toMatchObject({ id: 'a', isBranded: false });
  expect(({} as Record<string, unknown>)['isBranded']).toBeUndefined();
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          'content',
          'fields',
          'branding',
          'formData',
          'name',
          'updatedAt',
          'contentURL',
          'originalContentLength',
          'loadError',
          'timestamp',
        ),
        fc.jsonValue(),
      ),
      (value, parts) => {
        for (const repaired of [repairRecord(value), repairRecord({ id: 'a', userId: 'u', ...parts })]) {
          expect(repaired && savedTemplate.safeParse(repaired).error).toBeFalsy();
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('an excerpt is the beginning of what a reader sees, whatever the text is cut in', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '&amp;',
      '&#8364;',
      '&',
      ' ',
      '<p class="a">',
      '</p>',
      '<style>',
      '</style>',
      '</s',
    ),
    fc.string({ maxLength: 8 }),
    fc.constant('words '.repeat(40)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const html = pieces.join('');
      expect(plainText(html, 40)).toBe(plainText(html.slice(0, 2800)).slice(0, 40).toWellFormed());
    }),
  );
});

import { expect, test } from 'vitest';
import { mailAddressKey, maskedMailAddress, parseMailAddress } from './mail-address.ts';

test('a plain address is accepted, its domain in lowercase and its local part as typed', () => {
  expect(parseMailAddress('  Anna.Berg+shop@Example.COM ')).toBe('Anna.Berg+shop@example.com');
  expect(parseMailAddress("o'neil@sub.example.co.uk")).toBe("o'neil@sub.example.co.uk");
  expect(parseMailAddress('anna@bücher.example')).toBe('anna@xn--bcher-kva.example');
});

test.each([
  ['two addresses', 'a@b.example,c@d.example'],
  ['two addresses, apart', 'a@b.example; c@d.example'],
  ['a display name', 'Boss <a@b.example>'],
  ['a quoted local part that hides another address', '"c@d.example x"@b.example'],
  ['a comment', 'a@b.example(c@d.example)'],
  ['an encoded word', '=?utf-8?q?c=40d.example=3e?=@b.example'],
  ['a route', 'c%d.example@b.example'],
  ['an old route', 'd.example!c@b.example'],
  ['a header after it', 'a@b.example\r\nBcc: c@d.example'],
  ['a line break at its end', 'a@b.example\n'],
  ['a line separator', 'a@b.example\u2028'],
  ['a NUL', 'a@b.example\0'],
  ['two at signs', 'a@c@b.example'],
  ['an IP address', 'a@127.0.0.1'],
  ['a short IP address', 'a@10.1'],
  ['an address literal', 'a@[127.0.0.1]'],
  ['no dot', 'a@localhost'],
  ['an empty label', 'a@b..example'],
  ['dots in a row', 'a..b@c.example'],
  ['nothing', ''],
  ['more than a mailbox name can hold', `${'a'.repeat(65)}@b.example`],
])('invalid address: %s', (_why, text) => {
  expect(parseMailAddress(text)).toBeNull();
});

test('two spellings of one address share a key', () => {
  expect(mailAddressKey('Anna@Example.com')).toBe(mailAddressKey('anna@example.com '));
});

test('a masked address is enough to recognize your own, but doesn’t reveal anyone else’s', () => {
  expect(maskedMailAddress('anna.berg@example.com')).toBe('a•••@example.com');
});

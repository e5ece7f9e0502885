import { expect, test } from 'vitest';
import { createLinkGate } from './link-gate.ts';
import { isOwnPath, plainReply, readReply } from './reply.ts';

test('a reply is paragraphs, lists, emphasis and links into this hub', () => {
  expect(readReply('Take **this** one:\n- [NDA](/documents/mutual-nda#top) (free)\n- x\n\nDone.')).toEqual([
    { kind: 'paragraph', spans: [{ text: 'Take ' }, { text: 'this', strong: true }, { text: ' one:' }] },
    {
      kind: 'list',
      items: [[{ text: 'NDA', href: '/documents/mutual-nda#top' }, { text: ' (free)' }], [{ text: 'x' }]],
    },
    { kind: 'paragraph', spans: [{ text: 'Done.' }] },
  ]);
});

test.each([
  '[x](https://evil.example)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](javascript:alert(1))',
  '<a href="/store">x</a>',
  '<img src=x onerror=alert(1)>',
])('%s stays text', (hostile) => {
  const spans = readReply(hostile).flatMap((block) => (block.kind === 'paragraph' ? block.spans : []));
  expect(spans.every(({ href }) => href === undefined)).toBe(true);
  expect(spans.map(({ text }) => text).join('')).toBe(hostile);
});

test('an own path begins with one slash and nothing that a browser takes for two', () => {
  for (const path of ['/', '/store?q=a#b', '/product/desk-icons']) expect(isOwnPath(path)).toBe(true);
  for (const path of ['//e', '/\\e', 'https:e', '', 'store', '/a b']) expect(isOwnPath(path)).toBe(false);
});

test('a copied answer names the addresses and carries no marks', () => {
  expect(plainReply('**See** [Store](/store).')).toBe('See Store (/store).');
});

const through = (text: string, size: number): string => {
  const gate = createLinkGate((path) => path === '/store');
  let out = '';
  for (let at = 0; at < text.length; at += size) out += gate.push(text.slice(at, at + size));
  return out + gate.end();
};

test.each([1, 2, 5, 1000])(
  'links to elsewhere or nowhere and pictures leave only their words, in pieces of %i',
  (size) => {
    const text =
      'Wow! See [Store](/store), [bad](https://evil.example/x), [dead](/no), ![pic](https://evil.example/p.png) [open (1) !';
    expect(through(text, size)).toBe('Wow! See [Store](/store), bad, dead, pic [open (1) !');
  },
);

test('a bracket that never closes does not hold the answer back for ever', () => {
  const gate = createLinkGate(() => true);
  expect(gate.push(`[${'x'.repeat(700)}`)).toHaveLength(701);
});

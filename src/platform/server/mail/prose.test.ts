import { expect, test } from 'vitest';
import { sampleSite } from '#testing/site.ts';
import { renderMail } from './layout.ts';
import { mailPayload, type MailBlock } from './message.ts';

const frame = { site: sampleSite(), origin: 'https://birch.example' };
const rendered = (...body: MailBlock[]) => renderMail({ subject: 'News', body }, frame);

test('newsletter text can be bold, italic and linked, and both versions keep it', () => {
  const { html, text } = rendered({
    kind: 'prose',
    spans: [
      { text: 'Read ' },
      { text: '<this>', strong: true },
      { text: ' at ' },
      { text: 'the store', url: 'https://birch.example/store' },
    ],
  });
  expect(html).toContain('<strong>&lt;this&gt;</strong>');
  expect(html).toMatch(/<a class="link" href="https:\/\/birch\.example\/store"[^>]*>the store<\/a>/);
  expect(text).toContain('Read <this> at the store (https://birch.example/store)');
});

test('lists, quotes, images and rules read well without styles', () => {
  const { text } = rendered(
    { kind: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two' }]] },
    { kind: 'quote', spans: [{ text: 'first\nsecond' }] },
    { kind: 'picture', url: 'https://birch.example/images/a.png', alt: 'A plan' },
  );
  expect(text).toContain(
    '1. one\n2. two\n\n> first\n> second\n\n[A plan] https://birch.example/images/a.png',
  );
});

test('a link in an email must be a web URL, or the email is rejected', () => {
  const message = (url: string) => ({
    to: 'a@example.com',
    kind: 'marketing' as const,
    purpose: 'newsletter',
    why: 'agreed' as const,
    subject: 'x',
    dedupeKey: 'x',
    body: [{ kind: 'list' as const, ordered: false, items: [[{ text: 'x', url }]] }],
  });
  expect(() => mailPayload(message('javascript:alert(1)'))).toThrow('leads to a web address');
  expect(mailPayload(message('https://a.example'))).toBeDefined();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMail } from '#platform/server/mail/layout.ts';
import { type Block, Blocks, MailWords, textsOf } from '../rules/blocks.ts';
import { AnyMailWords, blocksOfFormer, formerOf, inBlocks } from '../rules/former.ts';
import { addressed, type LetterBlock, letterOf } from '../rules/letter.ts';
import { isWeb, markedBlocks } from '../rules/marks.ts';
import { merge, plainName } from '../rules/merge.ts';
import { soundWords } from '../rules/sound.ts';

const hub = 'https://hub.example';
const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '[x](https://evil.example)',
    '{{Email}}',
    '**b**',
    '# h',
    '![x](https://evil.example/p.png)',
    '<a href="https://evil.example">x</a>',
    '"><img src=x onerror=alert(1)>',
    'https://evil.example',
    '\n---\n- one',
  ),
);
const link = fc.constantFrom(
  'https://shop.example/a?b=1&c="2"',
  'https://shop.example/',
  'http://shop.example/b',
  '',
);
const align = fc.constantFrom('left' as const, 'center' as const);
const picture = fc.constantFrom('https://shop.example/p.png', `/pictures/${'a'.repeat(32)}.png`, '');

/** Any mail, whose texts are made of `words`. */
const mailOf = (words: fc.Arbitrary<string>): fc.Arbitrary<Block[]> => {
  const id = fc.constant('');
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.record({ id, kind: fc.constant('text' as const), text: words }),
    fc.record({
      id,
      kind: fc.constant('picture' as const),
      picture,
      alt: words,
      link,
      width: fc.constantFrom('full' as const, 'half' as const, 'small' as const),
      align,
    }),
    fc.record({ id, kind: fc.constant('button' as const), label: words, link, align }),
    fc.record({
      id,
      kind: fc.constant('product' as const),
      name: words,
      picture,
      price: words,
      words,
      label: words,
      link,
    }),
    fc.record({ id, kind: fc.constant('coupon' as const), code: words, words }),
    fc.record({ id, kind: fc.constant('divider' as const) }),
    fc.record({
      id,
      kind: fc.constant('social' as const),
      links: fc.array(fc.record({ name: words, link }), { maxLength: 4 }),
    }),
  );
  return fc
    .array(block, { minLength: 1, maxLength: 8 })
    .map((blocks) => blocks.map((each, index) => ({ ...each, id: `b_${index}` })));
};

const site = {
  name: 'Hub',
  seller: { legalName: '', address: [], country: '' },
  language: 'en',
  logo: null,
  mailLogo: null,
} as unknown as Parameters<typeof renderMail>[1]['site'];
const rendered = (body: LetterBlock[]) =>
  renderMail({ subject: 'S', body, sender: { name: 'Birch' } }, { site, origin: hub });

const hrefs = (html: string): string[] => [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);

test('what somebody is called is never a link, a mark or markup, in whichever block it stands', () => {
  const template = mailOf(
    fc.constantFrom(
      'Hello {{Name|there}}',
      '{{role}}',
      '**{{Name}}** [{{role}}](https://shop.example/in)',
      'Plain',
    ),
  );
  fc.assert(
    fc.property(template, hostile, (blocks, name) => {
      const letter = letterOf(blocks, hub);
      const person = (called: string) => ({
        name: called,
        email: 'mia@example.com',
        shop: 'Birch',
        fields: { role: called },
      });
      const sent = addressed(letter, person(name), (n) => `${hub}/go/${n}`);
      const plain = addressed(letter, person('Mia'), (n) => `${hub}/go/${n}`);
      expect(sent.links).toEqual(plain.links);
      expect(sent.blocks.map(({ kind }) => kind)).toEqual(plain.blocks.map(({ kind }) => kind));
      const tags = (html: string) => html.replaceAll(/alt="[^"]*"/g, '').match(/<\/?[a-z][^>]*>/g) ?? [];
      const known = new Set([...tags(rendered(plain.blocks).html), '<br>']);
      expect(tags(rendered(sent.blocks).html).filter((tag) => !known.has(tag))).toEqual([]);
      expect(merge('{{Name}}', person(name))).toBe(plainName(name));
    }),
  );
});

test('every link of every block goes by way of the click link, and leads where it was meant to', () => {
  const words = fc.constantFrom('Words', 'See [this](https://shop.example/in) now', '[a](http://x.example/)');
  fc.assert(
    fc.property(mailOf(words), (blocks) => {
      const person = { name: 'Mia', email: 'mia@example.com', shop: 'Birch', fields: {} };
      const { blocks: sent, links } = addressed(letterOf(blocks, hub), person, (n) => `${hub}/go/t?n=${n}`);
      const { html } = rendered(sent);
      const places = hrefs(html);
      expect(places.filter((url) => !url.startsWith(`${hub}/go/t?n=`))).toEqual([]);
      expect(new Set(places).size).toBe(links.length);
      expect(links.every(isWeb)).toBe(true);
    }),
  );
});

test('the plain text says every word of every block', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 6, maxLength: 12 });
  fc.assert(
    fc.property(mailOf(word), (blocks) => {
      const letter = letterOf(blocks, hub);
      const { text } = rendered(letter);
      const isShown = (block: Block) => letterOf([block], hub).length > 0;
      const wanted = blocks.filter(isShown).flatMap((block) =>
        block.kind === 'social'
          ? block.links.filter((each) => each.link !== '').map(({ name }) => name)
          : textsOf(block)
              .filter(([field]) => !(block.kind === 'product' && field === 'label' && block.link === ''))
              .map(([, words]) => words),
      );
      expect(wanted.filter((words) => !text.includes(words))).toEqual([]);
    }),
  );
});

const former = fc.record({
  body: fc.oneof(
    fc.string({ minLength: 1 }),
    fc
      .array(
        fc.constantFrom(
          'Hello {{FirstName|there}},',
          '# Title',
          '- one',
          '1. one',
          '---',
          '![A dot](https://x.example/p.png)',
          'See [this](https://x.example) **now**',
          '',
        ),
        { minLength: 1 },
      )
      .map((rows) => rows.join('\n')),
  ),
  button: fc.constantFrom('', 'Open it'),
  link: fc.constantFrom('', 'https://shop.example/offer', 'https://user@shop.example/'),
});

test('what was written before there were blocks reads as it did, and can be read back by whoever wrote it', () => {
  fc.assert(
    fc.property(former, (words) => {
      const blocks = blocksOfFormer(words);
      // As the release before made it: the text by its marks, then the button if it leads somewhere.
      const before: LetterBlock[] = [
        ...markedBlocks(words.body),
        ...(isWeb(words.link)
          ? [{ kind: 'button' as const, label: words.button || 'Open', url: words.link }]
          : []),
      ];
      expect(letterOf(blocks, hub)).toEqual(before);
      expect(formerOf(blocks)).toEqual(words);
      const step = { id: 'mail_1', kind: 'mail', subject: 'S', ...words };
      const upgraded = inBlocks(step);
      expect(upgraded).toEqual({ id: 'mail_1', kind: 'mail', subject: 'S', blocks });
      expect(inBlocks(upgraded)).toBe(upgraded);
      expect(soundWords(step)).toEqual(upgraded);
      // Stored for both, the blocks count.
      expect(inBlocks({ ...upgraded, ...words, body: 'other' })).toEqual(upgraded);
    }),
  );
});

test('both shapes come in from outside, and what is wrong is said in words', () => {
  const blocks = blocksOfFormer({ body: 'Hello', button: 'Go', link: 'https://x.example/' });
  const old = { subject: 'S', body: 'Hello', button: 'Go', link: 'https://x.example/' };
  expect(AnyMailWords.parse(old)).toEqual({ subject: 'S', blocks });
  expect(AnyMailWords.parse({ subject: 'S', body: 'Hello' })).toEqual({
    subject: 'S',
    blocks: [{ id: 'text', kind: 'text', text: 'Hello' }],
  });
  expect(AnyMailWords.parse({ subject: 'S', blocks })).toEqual({ subject: 'S', blocks });
  const words = (given: unknown) => MailWords.safeParse(given).error?.issues.map(({ message }) => message);
  expect(words({ subject: ' ', blocks: [] })).toEqual(['An email needs a subject.', 'An email needs text.']);
  expect(words({ subject: 'S' })).toEqual(['An email needs blocks, or a body.']);
  const text = (id: string, length = 5) => ({ id, kind: 'text', text: 'x'.repeat(length) });
  expect(words({ subject: 'S', blocks: [text('a'), text('a')] })).toEqual(['Two blocks have the same id.']);
  expect(words({ subject: 'S', blocks: Array.from({ length: 41 }, (_, n) => text(`b${n}`)) })).toEqual([
    'An email can have up to 40 blocks.',
  ]);
  expect(words({ subject: 'S', blocks: Array.from({ length: 4 }, (_, n) => text(`b${n}`, 9000)) })).toEqual([
    'An email can have up to 30,000 characters.',
  ]);
});

test('a picture is one of the hub or of the web, and nothing else', () => {
  const shown = (given: string) =>
    Blocks.safeParse([{ id: 'a', kind: 'picture', alt: 'A dot', picture: given }]).success;
  expect(shown(`/pictures/${'a'.repeat(32)}.png`)).toBe(true);
  expect(shown('https://x.example/p.png')).toBe(true);
  for (const bad of [
    'http://x.example/p.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '/pictures/../../etc/passwd',
    `/pictures/${'a'.repeat(32)}.svg`,
    '//x.example/p.png',
    'https://user:secret@x.example/p.png',
  ])
    expect(shown(bad), bad).toBe(false);
});

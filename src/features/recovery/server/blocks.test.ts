import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours } from '#base/clock.ts';
import type { Block } from '#features/letters/rules/blocks.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import { renderMail } from '#platform/server/mail/layout.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { PreviewAnswer, Step } from '../rules/contract.ts';
import { blocksOf, blocksOfBody, bodyOf, withWords } from '../rules/mail.ts';
import { fill, type MessageFacts, preheaderOf, wordsFault } from '../rules/writing.ts';
import { inDress } from './letter.ts';

const db = await useDatabase();
const hub = 'https://hub.example';

/** As the release before drew a reminder: one text, what is in the cart, and the button. */
function before(body: string, facts: MessageFacts, own: string | null): MailBlock[] {
  const items = facts.items
    .slice(0, 20)
    .map(({ name, quantity }): [string, string] => [name, quantity > 1 ? `${quantity} x` : '1']);
  return [
    ...(own ?? fill(body, facts))
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== '')
      .map((part) => ({ kind: 'text' as const, text: part })),
    ...(items.length > 0 ? [{ kind: 'lines' as const, lines: items }] : []),
    { kind: 'button', label: 'Open my cart', url: facts.link },
  ];
}

const row = fc.oneof(
  fc.constantFrom(
    'Hello {{FirstName}},',
    'You left {{Items}}: {{Total}}.',
    'Use {{DiscountCode}} to save {{ Discount }}.',
    '{{Shop}}',
    '{{Link}}',
    '- a point',
    '1. one',
    '# A heading',
    '**bold** and *slanted*',
    '[words](https://shop.example/a)',
    '---',
    '  indented  ',
    ' ',
    '',
    '',
    '{{Items',
    'Text}} with {{First\nName}}',
  ),
  fc.string(),
);
const body = fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => rows.join('\n'));
const named = fc.constantFrom('', 'Maya Ortiz', '[x](https://evil.example)', '**b**', '{{Link}}', '# h');
const facts: fc.Arbitrary<MessageFacts> = fc.record({
  name: named,
  shop: fc.constantFrom('', 'Birch & Sons'),
  totalCents: fc.constant(4900),
  currency: fc.constant('EUR'),
  items: fc.array(
    fc.record({
      name: named.map((name) => name || 'Guide'),
      quantity: fc.integer({ min: 1, max: 3 }),
      cents: fc.constantFrom(0, 2450),
    }),
    { maxLength: 25 },
  ),
  discountPercent: fc.constantFrom(0, 10),
  discountCode: fc.constantFrom('', 'SAVE10'),
  link: fc.constant(`${hub}/r/abc`),
});
const dress = { shop: 'Birch', address: '1 Mill Lane', replyTo: '' };

test('[AUTO-4] what was written before there were blocks goes out as it did, also with own words', () => {
  fc.assert(
    fc.property(body, facts, fc.option(fc.string()), (text, cart, own) => {
      fc.pre(!/\{\{[^{}]*\|/.test(text));
      const words = { subject: 'S', blocks: blocksOfBody(text) };
      const sent = inDress(
        { words, own: own === null ? null : { subject: 'Own', body: own } },
        cart,
        dress,
        hub,
      );
      expect(sent.body.slice(0, -1)).toEqual(before(text, cart, own));
      expect(sent.preheader).toBe(preheaderOf(own ?? fill(text, cart)));
      // What the release before sends of the blocks is what it sent.
      fc.pre(text.trim() !== '' && text.length <= 5000);
      expect(bodyOf(words.blocks)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('what later releases make of a message is sent as its body; a shop’s words are never a mark', () => {
  const step = { subject: 'S', body: 'Hello', blocks: [{ id: 'a', kind: 'film' }] };
  expect(blocksOf(step)).toEqual(blocksOfBody('Hello'));
  const marked: Block[] = [
    { id: 'a', kind: 'text', text: '**{{Items}}** and [this](https://shop.example/)' },
  ];
  fc.assert(
    fc.property(facts, (cart) => {
      const { body: sent } = inDress({ words: { subject: 'S', blocks: marked } }, cart, dress, hub);
      const urls = JSON.stringify(sent).match(/"url":"[^"]*"/g);
      expect(urls).toEqual(['"url":"https://shop.example/"']);
    }),
  );
});

const blocks: Block[] = [
  { id: 'cart', kind: 'cart', prices: true, pictures: true, label: 'Back to it' },
  { id: 'text', kind: 'text', text: 'Hello **{{FirstName|friend}}**, it is all here, as you left it.' },
  { id: 'coupon', kind: 'coupon', code: '{{DiscountCode}}', words: '{{Discount}} off' },
];
const step = (more: Partial<Step> = {}): Step =>
  withWords(
    { afterHours: 1, subject: '', body: '', discountPercent: 0, ...more },
    { subject: 'Your cart', blocks },
  );

test('[AUTO-4] what is written in blocks is sent as previewed: the cart, its prices and pictures', async () => {
  const world = recoveryHub(db);
  const ada = await world.member('blk1');
  await ada.settle({ emailDelay: 0 }, { quietFrom: 3, quietTo: 3, shopCode: 'SAVE10' });
  await ada.switchOn({ steps: [step({ discountPercent: 10 })] });
  await ada.add('maya.blk1@example.com', {
    name: 'Maya Ortiz',
    items: [{ name: 'Sample product', quantity: 2, cents: 2450, image: 'https://shop.example/p.png' }],
  });
  await ada.add('bare.blk1@example.com', { name: '', items: [{ name: 'Sample product', cents: 4900 }] });
  await world.run();
  const [mail] = await world.mails('maya.blk1@example.com');
  expect(mail?.body.map(({ kind }) => kind)).toEqual(['cart', 'button', 'prose', 'coupon', 'small']);
  const site = world.platform.site.words();
  const unsubscribeUrl = 'https://birch.example/unsubscribe';
  const drawn = (which: NonNullable<typeof mail>) =>
    renderMail(which, { site, origin: 'https://birch.example', unsubscribeUrl });
  const real = drawn(mail as NonNullable<typeof mail>);
  expect(real.text).toContain('Sample product (2 x €24.50): €49'.replaceAll('€', '$'));
  expect(real.text).toContain('Total: $49');
  expect(real.text).toContain('    SAVE10');
  expect(real.html).toContain('src="https://shop.example/p.png"');
  const [other] = await world.mails('bare.blk1@example.com');
  const sent = drawn(other as NonNullable<typeof other>);
  const preview = await ada.ask<PreviewAnswer>(
    'POST',
    '/api/recovery/preview',
    step({ discountPercent: 10 }),
  );
  const same = (text: string) => text.replaceAll(/\/r\/[a-z0-9]+/g, '').replaceAll('Maya', 'friend');
  expect(same(preview.html)).toBe(same(sent.html));
  expect(same(preview.text)).toBe(same(sent.text));
  // Without a discount the coupon isn't there, and the page says why.
  const none = await ada.ask<PreviewAnswer>('POST', '/api/recovery/preview', step());
  expect(none.text).not.toContain('SAMPLE');
  expect(none.warnings).toContain('The coupon isn’t shown: this message gives no discount yet.');
});

test('[AUTO-4] words for one cart stand where its texts do, and what a buyer typed is not filled again', async () => {
  const world = recoveryHub(db);
  const ada = await world.member('blk2');
  await ada.settle({ emailDelay: 1 }, { quietFrom: 3, quietTo: 3 });
  await ada.switchOn({ steps: [step()] });
  const { id } = await ada.add('maya.blk2@example.com');
  await ada.ask('PUT', `/api/recovery/carts/${id}/messages/1`, {
    subject: 'Own',
    body: 'Mine, **as typed**.',
  });
  world.clock.move(hours(1));
  await world.run();
  const [mail] = await world.mails('maya.blk2@example.com');
  expect(mail?.subject).toBe('Own');
  expect(mail?.body.map(({ kind }) => kind)).toEqual(['cart', 'button', 'text', 'small']);
  expect(mail?.words).toContain('Mine, **as typed**.');
});

test('a body that a program changes beside blocks that it doesn’t know is what counts', async () => {
  const world = recoveryHub(db);
  const ada = await world.member('blk3');
  await ada.settle();
  const { id } = await ada.switchOn({ steps: [step()] });
  const kept = async () => (await ada.overview()).campaigns.find((each) => each.id === id);
  const campaign = await kept();
  expect(campaign?.steps[0]?.blocks).toEqual(blocks);
  expect(campaign?.steps[0]?.body).toContain('Hello {{FirstName}}, it is all here');
  expect(wordsFault(campaign?.steps[0] as Step)).toBeNull();
  const put = (steps: object[]) => ada.ask('PUT', `/api/recovery/campaigns/${id}`, { ...campaign, steps });
  await put([{ ...campaign?.steps[0], discountPercent: 5 }]);
  expect((await kept())?.steps[0]?.blocks).toEqual(blocks);
  await put([{ ...campaign?.steps[0], body: 'From before' }]);
  expect((await kept())?.steps[0]).toEqual({
    afterHours: 1,
    subject: 'Your cart',
    body: 'From before',
    discountPercent: 0,
  });
  const many = Array.from({ length: 41 }, (_, at) => ({ id: `b${at}`, kind: 'divider' }));
  expect(
    (
      await ada.call('PUT', `/api/recovery/campaigns/${id}`, {
        ...campaign,
        steps: [{ ...step(), blocks: many }],
      })
    ).status,
  ).toBe(400);
});

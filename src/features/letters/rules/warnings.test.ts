import { expect, test } from 'vitest';
import type { Block } from './blocks.ts';
import { letterWarnings } from './warnings.ts';

const text: Block = { id: 'a', kind: 'text', text: 'Hello, this is a text that says something.' };
const said = (blocks: Block[], subject = 'News') => letterWarnings({ subject, blocks });
const picture: Block = {
  id: 'p',
  kind: 'picture',
  picture: 'https://x.example/p.png',
  alt: '',
  link: '',
  width: 'full',
  align: 'left',
};

test('a mail that is well says nothing', () => {
  const weighed = { htmlBytes: 20_000, address: '1 Mill Lane', heavyPictures: 0 };
  expect(letterWarnings({ subject: 'News', blocks: [text] }, weighed)).toEqual([]);
});

test('what readers, Gmail and the law stumble over is said once each', () => {
  expect(said([picture, { ...picture, id: 'q' }])).toEqual([
    'There’s hardly any text. Mail with only pictures often lands in spam.',
    'A picture has no words. Say what it shows, for everyone who doesn’t see it.',
  ]);
  const coupon: Block = { id: 'c', kind: 'coupon', code: '', words: 'Act now!!' };
  expect(said([text, coupon], 'READ THIS AT ONCE')).toEqual([
    'Some words look like spam, such as “!!”, “act now” or “click here”.',
    'The subject is all capitals.',
    'A coupon block has no code yet, so it isn’t shown.',
  ]);
  expect(said([{ ...text, text: 'See [what we make](shop.example/new), it is all there.' }])).toEqual([
    'A link doesn’t start with https://, so it stays text.',
  ]);
  const heavy = { htmlBytes: 150 * 1024, address: ' ', heavyPictures: 2 };
  expect(letterWarnings({ subject: 'News', blocks: [text] }, heavy)).toEqual([
    'This email is 150 KB. Above 100 KB, Gmail cuts off the rest, including the unsubscribe link.',
    'A picture is larger than 1 MB. It loads slowly on a phone: make it smaller.',
    'Your postal address is missing. The law asks for it in marketing email; add it in the Cart recovery settings.',
  ]);
});

import { expect, test } from 'vitest';
import type { SplitView } from './contract.ts';
import { keepOnly, lostWords, saysTheSame, splitKeyOf, splitsLost, splitWords, wordsOf } from './split.ts';
import type { MailStep } from './steps.ts';
import { plainText } from './words.ts';

const words = (subject: string) => ({ subject, blocks: plainText('Hello, this is what we make.') });
const step: MailStep = { id: 'mail_1', kind: 'mail', ...words('Plain'), other: words('Bold') };
const none = { people: 0, clicked: 0, bought: 0, cents: 0 };
const split: SplitView = {
  version: 1,
  startedAt: '2026-11-01T00:00:00.000Z',
  days: 10,
  a: { people: 100, clicked: 9, bought: 11, cents: 53_900 },
  b: { people: 100, clicked: 12, bought: 14, cents: 68_600 },
  currency: 'EUR',
  ended: null,
};
const day = (iso: string) => iso.slice(0, 10);
const at = '2026-11-09T00:00:00.000Z';

test.each<[string, SplitView]>([
  ['Nobody has got either wording yet.', { ...split, a: none, b: none, currency: null }],
  [
    'Not decided yet. 1 person has bought; it takes at least 20.',
    { ...split, a: { ...none, people: 9, bought: 1, cents: 900 }, b: none },
  ],
  ['Not decided yet. It runs for at least 7 days, so that every weekday is in it.', { ...split, days: 6.9 }],
  ['Not decided yet. B is ahead with €6.86 per person against €5.39, but that can still be chance.', split],
  [
    'B brings more: €6.86 per person against €5.39. Everybody has been getting B since 2026-11-09.',
    { ...split, ended: { at, winner: 'b', why: 'sure' } },
  ],
  [
    'No difference that we can be sure of; A stays. Everybody has been getting A since 2026-11-09.',
    { ...split, ended: { at, winner: 'a', why: 'days' } },
  ],
  [
    'Everybody has been getting A since 2026-11-09, because you chose it.',
    { ...split, ended: { at, winner: 'a', why: 'hand' } },
  ],
])('how a test stands is said in a sentence: %s', (said, view) => {
  expect(splitWords(view, day)).toBe(said);
});

test('a test is about its words and its share, in whatever order they are stored', () => {
  const turned: MailStep = {
    other: { blocks: plainText('Hello, this is what we make.'), subject: 'Bold' },
    share: 50,
    ...step,
  };
  expect(splitKeyOf(turned)).toBe(splitKeyOf(step));
  expect(splitKeyOf({ ...step, id: 'mail_2' })).toBe(splitKeyOf(step));
  expect(splitKeyOf({ ...step, share: 40 })).not.toBe(splitKeyOf(step));
  expect(splitKeyOf({ ...step, subject: 'Plainer' })).not.toBe(splitKeyOf(step));
  expect(splitKeyOf(keepOnly(step, 'b'))).toBeNull();
  expect(keepOnly(step, 'b')).toEqual({ id: 'mail_1', kind: 'mail', ...words('Bold') });
  expect(saysTheSame(step)).toBe(false);
  expect(saysTheSame({ ...step, other: wordsOf(step) })).toBe(true);
});

test('before a save it is said which tests start again or end, and only if they counted somebody', () => {
  const splits = { mail_1: split };
  const changed = [{ ...step, other: words('Bolder') }];
  expect(lostWords(splitsLost([step], changed, splits), changed)).toBe(
    'The test of “Plain” starts again from zero, since its wordings or their share changed.',
  );
  const removed = [keepOnly(step, 'a')];
  expect(lostWords(splitsLost([step], removed, splits), removed)).toBe('The test of “Plain” ends undecided.');
  expect(splitsLost([step], [step], splits)).toEqual([]);
  expect(splitsLost([step], changed, { mail_1: { ...split, a: none, b: none } })).toEqual([]);
  const ended = { ...split, ended: { at, winner: 'a', why: 'sure' } } as const;
  expect(splitsLost([step], removed, { mail_1: ended })).toEqual([]);
});

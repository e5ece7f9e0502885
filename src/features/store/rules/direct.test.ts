import { expect, test } from 'vitest';
import { directPath, readDirect } from './direct.ts';

const read = (search: string) => readDirect(new URLSearchParams(search));

test('what a funnel has gathered is read back from the address as it was written', () => {
  const direct = { ids: ['pack', 'icons'], funnel: 'launch', thanks: '/f/launch/thanks', seenCents: null };
  expect(readDirect(new URL(directPath('/checkout', direct), 'http://hub').searchParams)).toEqual(direct);
});

test('one product is bought by its own button, with the price that stood beside it', () => {
  const direct = { ids: ['pack'], funnel: null, thanks: null, seenCents: 1500 };
  expect(directPath('/checkout', direct)).toBe('/checkout?buy=pack&seen=1500');
  expect(read('buy=pack&seen=1500')).toEqual(direct);
  for (const odd of ['buy=pack', 'buy=pack&seen=-1', 'buy=pack&seen=1e3', 'buy=pack&seen='])
    expect(read(odd)?.seenCents, odd).toBe(null);
  expect(read('buy=pack.icons&seen=1500')?.seenCents).toBe(null);
});

test('an address that somebody else has written leads to no other site and to nothing that is no product', () => {
  expect(read('buy=pack.pack.<b>.&funnel=launch')).toEqual({
    ids: ['pack'],
    funnel: 'launch',
    thanks: null,
    seenCents: null,
  });
  for (const thanks of [
    '//evil.example',
    'https://evil.example',
    '/f/other/x',
    '/f/launch/../x',
    '/f/launch/a/b',
    '/signin',
  ])
    expect(read(`buy=pack&funnel=launch&thanks=${encodeURIComponent(thanks)}`)?.thanks, thanks).toBe(null);
  expect(read('buy=pack&thanks=/f/null/x')?.thanks).toBe(null);
  for (const none of ['', 'buy=&funnel=launch', 'buy=<b>', 'buy=pack&funnel=//x'])
    expect(read(none), none).toBe(null);
});

test('what a funnel knows an order by goes along with a funnel only, and nothing else does', () => {
  const direct = {
    ids: ['pack'],
    funnel: 'launch',
    thanks: null,
    mark: 'unit.t6abc.bq1w2.x-_9',
    seenCents: null,
  };
  expect(readDirect(new URL(directPath('/checkout', direct), 'http://hub').searchParams)).toEqual(direct);
  expect(read('buy=pack&mark=unit.t6abc')).not.toHaveProperty('mark');
  for (const mark of ['', 'a b', '<script>', 'x'.repeat(501)])
    expect(read(`buy=pack&funnel=launch&mark=${encodeURIComponent(mark)}`)).not.toHaveProperty('mark');
});

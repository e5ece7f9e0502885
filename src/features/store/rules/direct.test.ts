import { expect, test } from 'vitest';
import { directPath, readDirect } from './direct.ts';

const read = (search: string) => readDirect(new URLSearchParams(search));

test('what a funnel has gathered is read back from the address as it was written', () => {
  const direct = { ids: ['pack', 'icons'], funnel: 'launch', thanks: '/f/launch/thanks' };
  expect(readDirect(new URL(directPath('/checkout', direct), 'http://hub').searchParams)).toEqual(direct);
});

test('an address that somebody else has written leads to no other site and to nothing that is no product', () => {
  expect(read('buy=pack.pack.<b>.&funnel=launch')).toEqual({ ids: ['pack'], funnel: 'launch', thanks: null });
  for (const thanks of [
    '//evil.example',
    'https://evil.example',
    '/f/other/x',
    '/f/launch/../x',
    '/f/launch/a/b',
    '/signin',
  ])
    expect(read(`buy=pack&funnel=launch&thanks=${encodeURIComponent(thanks)}`)?.thanks, thanks).toBe(null);
  for (const none of ['', 'buy=pack', 'buy=&funnel=launch', 'buy=pack&funnel=//x'])
    expect(read(none), none).toBe(null);
});

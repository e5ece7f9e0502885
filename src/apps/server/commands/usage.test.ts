import { expect, test } from 'vitest';
import type { HubCommand } from '#platform/server/feature.ts';
import { listOf, mistakeIn, usageWords } from './usage.ts';

const command = (usage: string): HubCommand => ({
  name: usage.split(' ').slice(0, 2).join(' '),
  usage,
  summary: 'What it does',
  run: async () => {},
});
const refund = command('orders refund ID [DOLLARS] [--reason WORDS] [--quiet]');

test.each([
  ['ord_1'],
  ['ord_1 5'],
  ['ord_1 5 --reason late'],
  ['--reason=late ord_1'],
  ['ord_1 -5'],
  ['ord_1 --quiet'],
])('"orders refund %s" matches its usage', (typed) => {
  expect(mistakeIn(refund, typed.split(' '))).toBeNull();
});

test.each([
  ['', 'ID is missing.'],
  ['--quiet', 'ID is missing.'],
  ['a 5 6', 'Unexpected argument "6" for "orders refund".'],
  ['a --resaon late', 'Unknown option --resaon; "orders refund" takes --reason, --quiet.'],
  ['a --reason', '--reason needs a value.'],
  ['a --quiet=yes', '--quiet doesn’t take a value.'],
])('"orders refund %s" gets an error message', (typed, words) => {
  expect(mistakeIn(refund, typed.split(' ').filter(Boolean))).toBe(words);
});

test('a command without arguments accepts none, one with a list accepts a list', () => {
  expect(mistakeIn(command('coupons list'), ['all'])).toContain('Unexpected argument "all"');
  expect(mistakeIn(command('coupons list'), ['-x'])).toContain('takes no options');
  const open = command('subscriptions refund PAYMENT [DOLLARS] [REASON]...');
  expect(mistakeIn(open, 'S-1 5 it was broken at once'.split(' '))).toBeNull();
  const named = command('sales import gumroad|lemonsqueezy FILE [--product NAME=ID]...');
  expect(mistakeIn(named, 'gumroad a.csv --product A=a --product B=b'.split(' '))).toBeNull();
  expect(mistakeIn(named, ['gumroad'])).toBe('FILE is missing.');
});

test('half a name lists what starts with it, a mistyped one suggests what was meant', () => {
  const all = [refund, command('orders show ID'), command('coupons list')];
  expect(listOf(all, 'orders').filter((line) => line.includes('What it does'))).toHaveLength(2);
  expect(listOf(all, 'orders rfund').join('\n')).toContain('orders show ID');
  expect(listOf(all, 'cupons list')[0]).toBe('Did you mean coupons list?');
  expect(usageWords(refund).join('\n')).toContain('npm run hub -- orders refund ID [DOLLARS]');
});

test('an option that has to be given stands without brackets', () => {
  const rights = command('desk rights NAME --rights money,content,people');
  expect(mistakeIn(rights, 'Ben --rights money'.split(' '))).toBeNull();
  expect(mistakeIn(rights, 'Ben --rights=money'.split(' '))).toBeNull();
  expect(mistakeIn(rights, ['--rights', 'money'])).toBe('NAME is missing.');
  expect(mistakeIn(rights, ['Ben', '--rights'])).toBe('--rights needs a value.');
});

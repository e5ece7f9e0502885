import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

test.each([
  [{ SMS_PROVIDER: 'pigeon' }, /SMS_PROVIDER/],
  [{ SMS_TOKEN: 'secret' }, /SMS_TOKEN is set, but SMS_PROVIDER is missing/],
  [{ SMS_PROVIDER: 'twilio', SMS_TOKEN: 't', SMS_FROM: '+43720000001' }, /SMS_ACCOUNT/],
  [{ SMS_PROVIDER: 'generic', SMS_TOKEN: 't', SMS_FROM: '+43720000001' }, /SMS_URL/],
  // A name can’t hear STOP.
  [
    { SMS_PROVIDER: 'twilio', SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: 'BIRCH' },
    /SMS_FROM.*can’t hear STOP/,
  ],
  [{ SMS_PER_MONTH: 'many' }, /SMS_PER_MONTH/],
  [{ SMS_HUB_PER_MONTH: '-1' }, /SMS_HUB_PER_MONTH/],
  [{ SMS_COUNTRIES: 'AT, Germany' }, /SMS_COUNTRIES.*"AT, DE, CH", or all/],
  [{ SMS_COUNTRIES: 'AT, XX' }, /SMS_COUNTRIES/],
  [{ SMS_COUNTRIES: ',' }, /SMS_COUNTRIES/],
])('settings that can’t be meant stop the start: %j', (env, words) => {
  expect(() => readConfig({ NODE_ENV: 'test', ...env })).toThrow(words);
});

test.each([
  [{}, ['AT', 'DE', 'GB', 'US'], ['CU', 'GG', 'JM', 'TN']],
  [{ SMS_FROM: '+21620123456' }, ['AT', 'TN'], ['CU']],
  [{ SMS_FROM: '12345' }, ['AT'], ['TN']],
  [{ SMS_COUNTRIES: 'at;de, jm' }, ['AT', 'DE', 'JM'], ['US', 'GB', 'CH']],
  // Svalbard’s phones are Norwegian.
  [{ SMS_COUNTRIES: 'SJ', SMS_FROM: '+21620123456' }, ['NO'], ['AT', 'TN', 'SJ']],
])('text messages go to the countries that are named, or to the usual ones: %j', (env, some, others) => {
  const { textsTo } = readConfig({
    NODE_ENV: 'test',
    SMS_PROVIDER: 'generic',
    SMS_URL: 'https://sms.example.com',
    SMS_TOKEN: 't',
    SMS_FROM: '+43720000001',
    ...env,
  });
  const set = textsTo === 'all' ? new Set<string>() : textsTo;
  expect(some.filter((code) => !set.has(code))).toEqual([]);
  expect(others.filter((code) => set.has(code))).toEqual([]);
});

test('all countries are texted where somebody says so', () => {
  expect(readConfig({ NODE_ENV: 'test', SMS_COUNTRIES: 'All' }).textsTo).toBe('all');
});

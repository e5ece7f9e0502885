import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('no setting is required', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', live: false, production: true });
});

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ' })).toMatchObject({ port: 3000, publicUrl: undefined });
});

const wrong: [Record<string, string>, RegExp][] = [
  [{ PORT: 'abc' }, /^PORT: got "abc", expected a whole number from 0 to 65535$/],
  [{ PORT: '70000' }, /^PORT: got "70000"/],
  [{ PORT: '3e3' }, /^PORT/],
  [{ PUBLIC_URL: 'hub.example.com' }, /^PUBLIC_URL: got "hub.example.com", expected a URL/],
  [{ PUBLIC_URL: 'https://hub.example.com/shop' }, /^PUBLIC_URL: .* without a path/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL/],
  [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL/],
  [{ MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM/],
  [{ OWNER_EMAIL: 'a@b.example,c@d.example' }, /^OWNER_EMAIL/],
  [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET: got 5 characters, expected at least 32 characters/],
  [{ PAYPAL_ENV: 'live' }, /^PAYPAL_ENV: got "live", expected sandbox or production/],
  [{ S3_URL: 'https://key:hidden@host' }, /^S3_URL: got "https:\/\/key:\*\*\*@host", expected/],
  [{ SESSION_MAX_DAYS: '0' }, /^SESSION_MAX_DAYS/],
  [{ SECURITY_LOG_DAYS: '1' }, /^SECURITY_LOG_DAYS/],
  [{ WEBHOOK_HOSTS: 'https://hooks.example.com/' }, /^WEBHOOK_HOSTS/],
  [{ SCANNER_URL: '/run/clamd.ctl' }, /^SCANNER_URL/],
  [
    { BOUNCES_URL: 'imaps://u:hidden@mail.example.com' },
    /^BOUNCES_URL: got "imaps:\/\/u:\*\*\*@mail.example.com"/,
  ],
  [{ BOUNCES_URL: 'pop3://u:hidden@mail.example.com' }, /^BOUNCES_URL: .*on this machine only/],
  [{ BOUNCES_URL: 'pop3s://mail.example.com' }, /^BOUNCES_URL/],
  [{ BOUNCES_URL: 'pop3s://u@mail.example.com' }, /^BOUNCES_URL/],
  [{ BOUNCES_URL: 'pop3s://u:a%0d%0aDELE%201@mail.example.com' }, /^BOUNCES_URL/],
  [{ BOUNCES_URL: 'pop3s://u:100%@mail.example.com' }, /^BOUNCES_URL/],
  [{ BOUNCES_URL: 'pop3s://u:p@mail.example.com/inbox' }, /^BOUNCES_URL/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY/],
  [{ PAYPAL_CLIENT_ID: 'x' }, /^PAYPAL_CLIENT_ID is set, but PAYPAL_CLIENT_SECRET is missing/],
  [
    { PAYPAL_CLIENT_ID: 'x', PAYPAL_CLIENT_SECRET: 'y', PAYPAL_ENV: 'live' },
    /^PAYPAL_ENV: got "live", expected sandbox or production/,
  ],
  [{ OIDC_ISSUER: 'https://a.example' }, /^OIDC_ISSUER is set, but OIDC_CLIENT_ID, OIDC_CLIENT_SECRET/],
  [{ AI_BASE_URL: 'http://127.0.0.1:1/v1' }, /^AI_MODEL/],
  [{ AI_DAILY_BUDGET: 'lots' }, /^AI_DAILY_BUDGET/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
];

test.each(wrong)('%o stops startup with one line that names it', (env, words) => {
  let message = '';
  try {
    readConfig(env);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(words);
  expect(message).not.toContain('\n');
});

test('a mailbox for bounces is one of POP3, encrypted unless it is on this machine', () => {
  for (const url of [
    'pop3s://hub%40example.com:p%40ss%2Fword@mail.example.com:995',
    'pop3s://u:p@mail.example.com/',
    'pop3://u:p@127.0.0.1:1110',
    'pop3://u:p@[::1]',
  ])
    expect(readConfig({ BOUNCES_URL: url }).bouncesUrl).toBe(url);
  expect(readConfig({}).bouncesUrl).toBe(undefined);
});

test('a hub is live if its public address isn’t this machine', () => {
  expect(readConfig({ PUBLIC_URL: 'https://hub.example.com' }).live).toBe(true);
  for (const local of [
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'http://hub.localhost',
  ]) {
    expect(readConfig({ PUBLIC_URL: local }).live).toBe(false);
  }
});

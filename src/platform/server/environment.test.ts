import { expect, test } from 'vitest';
import { wrong } from './environment.ts';

test.each([
  'smtps://ada:secret@mail.example:465x',
  'smtps://ada:se/secret@mail.example',
  'smtps://ada:se@cr/et:secret@mail.example',
  'smtps://ada:secret',
  'smtps://ada:secret/x',
  'smtps:ada:secret@mail.example',
  'ada:secret@mail.example',
  'postgres://ada:se?secret#secret@db.example/hub',
])('[law] a wrong URL is told without the password in it: %s', (url) => {
  expect(() => wrong('SMTP_URL', url, 'a URL')).toThrow(/^SMTP_URL: got /);
  expect(() => wrong('SMTP_URL', url, 'a URL')).not.toThrow(/secret/);
});

test('what holds no password is told as it was typed', () => {
  for (const [name, got] of [
    ['SMTP_URL', 'http://mail.example:8080/x'],
    ['PUBLIC_URL', 'ftp://[::1]:8080'],
    ['MAIL_FROM', 'ada@'],
  ] as const)
    expect(() => wrong(name, got, 'another')).toThrow(JSON.stringify(got));
});

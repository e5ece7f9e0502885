import { expect, test } from 'vitest';
import { passwordProblem } from './password.ts';

const common =
  '1234567890 0987654321 qwertyuiop asdfghjkl1 zxcvbnm123 1q2w3e4r5t 1qaz2wsx3edc qazwsxedcrfv abcdefghij abc123abc123 123123123123 aaaaaaaaaa abababababab password123 Password123! P@ssw0rd123 pa55word1234 passwordpassword !!!password!!! iloveyou123 basketball princess12 letmein123 welcome123 administrator football123 liverpool1 manchester sweetheart tinkerbell christopher chocolate1 strawberry spongebob1 slipknot666 michelle12 mickeymouse monkey2024! Summer2025! Winter2024 dragonball1 superman123 qwerty12345 correcthorsebatterystaple';

test.each(common.split(' '))('%s is refused as a common password', (password) => {
  expect(passwordProblem(password)).toMatch(/too common/);
});

test.each([
  'meadow-lantern-otter',
  'tr0ub4dor and 3 more',
  'vK8#pq2LmZx9',
  'purple elephant dances',
  'my dog ate 14 crayons',
  'gxpbtyrelw',
  'пароль у меня длинный',
])('%s is taken', (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test('more than a thousand of the plainest are refused: every month, season and name with every year', () => {
  const words =
    'january march summer winter michael jessica dragon monkey arsenal chelsea london berlin princess sunshine superman batman charlie thomas'.split(
      ' ',
    );
  const tried = words.flatMap((word) => Array.from({ length: 60 }, (_, n) => `${word}${1966 + n}!`));
  expect(tried.length).toBeGreaterThan(1000);
  expect(tried.filter((password) => passwordProblem(password) === null)).toEqual([]);
});

test('one’s own address or name is no password', () => {
  const person = { email: 'ada.lovelace@example.com', displayName: 'Augusta Ada' };
  expect(passwordProblem('ada.lovelace1', person)).toMatch(/your name or email address/);
  expect(passwordProblem('AugustaAda12', person)).toMatch(/your name or email address/);
  expect(passwordProblem('ada.lovelace@example.com', person)).toMatch(/your name or email address/);
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qr.ts';

const drawn = (text: string) =>
  qrCode(text)
    .map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))
    .join('\n');

test('a picture that another program was seen to read stays as it is', () => {
  const text =
    'otpauth://totp/Devpreneur:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Devpreneur';
  expect(createHash('sha256').update(drawn(text)).digest('hex')).toBe(
    'e41aed6a4561ff3e7cec0828df79bc9aa526df53c7902ca8ad5584e5afdc718e',
  );
});

test('every text has its own picture of 41 by 41, and what is too long is refused', () => {
  const texts = Array.from({ length: 134 }, (_, n) => 'x'.repeat(n + 1));
  expect(new Set(texts.map(drawn)).size).toBe(134);
  for (const row of qrCode('x')) expect(row).toHaveLength(41);
  expect(() => qrCode('x'.repeat(135))).toThrow(RangeError);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNotice, withinDesk } from './notice.ts';

const desk = { origin: 'https://hub.example', scope: '/desk/' };

test('a notice leads into the desk, whatever was sent', () => {
  expect(withinDesk('/desk/sales', desk)).toBe('https://hub.example/desk/sales');
  for (const wrong of [
    'https://evil.example/desk/',
    '//evil.example/desk/',
    '/desktop',
    '/desk/../store',
    'javascript:1',
    '',
    7,
    null,
  ])
    expect(withinDesk(wrong, desk)).toBe('/desk/');
  fc.assert(
    fc.property(fc.anything(), (sent) => {
      const url = new URL(withinDesk(sent, desk), desk.origin);
      expect([url.origin, url.pathname.startsWith('/desk/')]).toEqual([desk.origin, true]);
      const shown = readNotice(sent);
      expect(shown.title.length > 0 && shown.title.length <= 100 && shown.body.length <= 300).toBe(true);
    }),
  );
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { today } from './today.ts';

test('an invoice carries the day of whoever writes it, not the day of Greenwich', () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    vi.useRealTimers();
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });
  vi.useFakeTimers({ now: new Date('2026-11-22T03:00:00Z'), toFake: ['Date'] });
  process.env['TZ'] = 'America/Los_Angeles';
  expect(today()).toBe('2026-11-21');
  process.env['TZ'] = 'Australia/Sydney';
  vi.setSystemTime(new Date('2026-11-21T20:00:00Z'));
  expect(today()).toBe('2026-11-22');
});

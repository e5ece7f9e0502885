import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpen, officeHoursWords, readOfficeHours } from './office-hours.ts';

test('office hours are read, shown and known by the clock of their place', () => {
  const text = 'Mon-Fri 09:00-17:00 Europe/Berlin';
  const hours = readOfficeHours(text);
  expect(hours).toMatchObject({ days: [1, 2, 3, 4, 5], from: 540, to: 1020 });
  expect(officeHoursWords(text)).toBe('Mon–Fri 09:00–17:00 (Europe/Berlin)');
  const at = (time: string) => hours !== null && isOpen(hours, new Date(time));
  // A Tuesday in winter and one in summer, then a Sunday.
  expect([at('2026-11-24T08:00:00Z'), at('2026-11-24T07:59:00Z'), at('2026-11-24T16:00:00Z')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([at('2026-07-21T07:00:00Z'), at('2026-07-21T15:00:00Z')]).toEqual([true, false]);
  expect(at('2026-11-22T10:00:00Z')).toBe(false);
});

test('what is not written so is refused, whatever it is', () => {
  for (const text of [
    '',
    'always',
    'Fri-Mon 09:00-17:00 UTC',
    'Mon 17:00-09:00 UTC',
    'Mon 09:00-17:00 Mars/Olympus',
    'Mon 09:60-17:00 UTC',
  ])
    expect(readOfficeHours(text), text).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => void readOfficeHours(text)));
});

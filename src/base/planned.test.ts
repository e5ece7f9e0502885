import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plannedWords, readPlanned } from './planned.ts';

const utc = (text: string) => readPlanned(text)?.at.toISOString();

test('a time is read on the clocks of its place, in winter, in summer and where the clocks change', () => {
  expect(utc('2026-12-01 09:00 Europe/Berlin')).toBe('2026-12-01T08:00:00.000Z');
  expect(utc('2026-07-01T09:00 Europe/Berlin')).toBe('2026-07-01T07:00:00.000Z');
  expect(utc('2026-03-29 02:30 Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(utc('2026-10-25 02:30 Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  for (const wrong of [
    '',
    'tomorrow',
    '2026-02-30 09:00 UTC',
    '2026-12-01 09:00',
    '2026-12-01 25:00 UTC',
    '2026-12-01 09:00 Mars/North',
  ])
    expect(readPlanned(wrong)).toBeNull();
});

test('in any zone the moment shows the time that was asked for, or a skipped one within three hours', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2036, 0, 1) / 60_000 }),
      (zone, minute) => {
        const text = new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
        const planned = readPlanned(`${text} ${zone}`);
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(planned?.at);
        const late = Date.parse(`${shown.replace(' ', 'T')}Z`) - minute * 60_000;
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(3 * 3_600_000);
      },
    ),
  );
});

test('a planned time is said with its zone', () => {
  const planned = readPlanned('2026-12-01 09:00 America/New_York');
  expect(planned && plannedWords(planned)).toBe('1 December 2026 at 09:00 (America/New_York)');
});

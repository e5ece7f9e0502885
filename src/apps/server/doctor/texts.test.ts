import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { textsFeature } from '#platform/server/texts/feature.ts';
import { useDatabase } from '#testing/database.ts';
import { testPlatform } from '#testing/platform.ts';
import { linesOf } from './finding.ts';
import { textsFinding } from './texts.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const origin = 'https://birch.example';
const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: origin,
  SMS_PROVIDER: 'generic',
  SMS_URL: 'https://sms.example.com',
  SMS_TOKEN: 't',
  SMS_FROM: '+43720000001',
  SMS_COUNTRIES: 'DE, AT',
  SMS_HUB_PER_MONTH: '1000',
});
const { desk, runsOn } = textsFeature(testPlatform({ db, clock, config, origin }), {
  consent: { ask: async () => ({ allowed: true }), stop: async () => {}, start: async () => {} },
  ended: async () => {},
});

const raise = 'Raise SMS_HUB_PER_MONTH, or look who sends so many.';
test.each([
  [0, '✓ texts       0 of 1,000 parts sent this month, to 2 countries', null],
  [799, '✓ texts       799 of 1,000 parts sent this month, to 2 countries', null],
  [
    800,
    '! texts       800 of 1,000 parts sent this month, to 2 countries',
    `Text messages of this month are nearly used up. ${raise}`,
  ],
  [
    1000,
    '! texts       1,000 of 1,000 parts sent this month, to 2 countries',
    `Text messages wait until next month. ${raise}`,
  ],
])('with %d of 1000 parts sent, doctor, desk and health say how it stands', async (sent, line, advice) => {
  await sql`truncate text_month`.execute(db.tables());
  await sql`insert into text_month (month, parts) values ('2026-10-01', 1000), ('2026-11-01', ${sent})`.execute(
    db.tables(),
  );
  const lines = (await textsFinding(db, config, clock)).flatMap(linesOf);
  expect(lines.map((each) => each.trim())).toEqual(advice === null ? [line] : [line, advice]);
  const [glance] = (await desk?.[0]?.glance?.()) ?? [];
  expect(glance?.value).toBe(`${sent.toLocaleString('en-US')} of 1,000`);
  expect([glance?.waits ?? false, glance?.note ?? null]).toEqual([advice !== null, advice]);
  expect(JSON.stringify(await desk?.[0]?.list({}))).toContain('Austria, Germany');
  // Health answers at once what it knows, and knows it a moment later.
  clock.move(61_000);
  runsOn?.();
  await expect.poll(() => runsOn?.()[0]?.advice ?? null).toBe(advice);
});

test('a hub without a provider has nothing to say of text messages', async () => {
  expect(await textsFinding(db, { ...config, texts: undefined }, clock)).toEqual([]);
});

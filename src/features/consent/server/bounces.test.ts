import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { useDatabase } from '#testing/database.ts';
import { testPlatform } from '#testing/platform.ts';
import { bouncesPage } from './bounces-page.ts';
import { createConsent, mailConsent } from './public.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-28T12:00:00Z');
const origin = 'https://birch.example';
const platform = testPlatform({
  db,
  clock,
  config: readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin }),
  origin,
});
const page = bouncesPage(platform);
const consent = createConsent(platform);
const may = async (to: string, kind: 'transactional' | 'marketing' = 'transactional') =>
  (await consent.mayMail(db.tables(), { to, kind, purpose: kind === 'marketing' ? 'recovery' : 'order' }))
    .allowed;

test('[law] an address that bounced is tried again by hand, and nothing else that keeps mail from it goes', async () => {
  const to = 'Anna@example.com';
  await db.transaction(async (trx) => {
    await consent.give(trx, { email: to, purpose: 'recovery', consentText: 'yes', source: 'test' });
    await consent.suppress(trx, { email: to, scope: 'marketing', reason: 'unsubscribed' });
  });
  await mailConsent(platform).bounced(to);
  await mailConsent(platform).bounced('ben@example.com');
  expect(await may(to)).toBe(false);
  expect(JSON.stringify(await page.list({}))).toContain('/bounces/anna%40example.com');
  const act = page.acts?.[0];
  await act?.ask(to);
  expect(await act?.act(to, {})).toMatchObject({ after: { bounced: false }, goOn: 'bounces' });
  expect([await may(to), await may(to, 'marketing'), await may('ben@example.com')]).toEqual([
    true,
    false,
    false,
  ]);
  await expect(act?.act(to, {})).rejects.toThrow('isn’t among those');
  await expect(page.one?.('nobody')).rejects.toThrow('isn’t among those');
  await mailConsent(platform).bounced(to);
  expect(await may(to)).toBe(false);
});

test('[law] the list goes on where it ended: none twice, none missed', async () => {
  await db.pool.query('truncate suppression');
  await db.pool.query(
    `insert into suppression (address_key, scope, reason, at)
     select 'p' || n || '@example.com', 'all', 'bounced', timestamptz '2026-01-01' + (n / 9) * interval '1 hour' from generate_series(1, 250) n`,
  );
  const seen: string[] = [];
  let asked: Record<string, string> | undefined = {};
  for (let at = 0; asked && at < 9; at += 1) {
    const { blocks } = await page.list(asked);
    seen.push(...[...JSON.stringify(blocks).matchAll(/\/bounces\/(p\d+)/g)].map(([, one = '']) => one));
    const link = blocks.find((block) => block.is === 'link');
    asked = link ? Object.fromEntries(new URLSearchParams(link.href.slice(1))) : undefined;
  }
  expect([seen.length, new Set(seen).size]).toEqual([250, 250]);
});

test('what was read from the mailbox is counted, and nothing is said where none is read', async () => {
  await db.pool.query(
    `insert into bounce_report (digest, became, at) values ('a', 'bounced', now()), ('b', 'left', now()), ('c', 'left', now())`,
  );
  const bouncesUrl = 'pop3s://hub:hidden@pop.example.com';
  const { blocks } = await bouncesPage({ db, config: { bouncesUrl } }).list({});
  expect(blocks[0]).toEqual({
    is: 'facts',
    title: 'Read from pop.example.com in 90 days',
    facts: [
      ['Nobody there', '1'],
      ['Called spam by its reader', '0'],
      ['Not for good, such as a full mailbox', '0'],
      ['Other messages, left where they are', '2'],
    ],
  });
  expect((await page.list({})).blocks[0]).toMatchObject({ is: 'table' });
});

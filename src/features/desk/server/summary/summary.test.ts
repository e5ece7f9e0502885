import { beforeEach, expect, test } from 'vitest';
import { days, hours, minutes } from '#base/clock.ts';
import type { DeskPage, DeskSpan } from '#platform/server/desk.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { deskHub } from '#testing/desk-hub.ts';
import { useSmtp } from '#testing/mail.ts';
import { willing } from '#testing/willing.ts';
import { summaryGuard } from './send.ts';

const db = await useDatabase();
beforeEach(() =>
  db.pool.query(
    'truncate desk_operator, desk_invitation, desk_ticket, desk_record, outbound_message cascade',
  ),
);

type Hub = ReturnType<typeof deskHub>;
type Seat = Awaited<ReturnType<Hub['operator']>>;
interface Mail {
  to: string;
  subject: string;
  text: string;
}
const mails = async (): Promise<Mail[]> =>
  (
    await db.pool.query<Mail>(
      `select payload->>'to' as to, payload->>'subject' as subject, payload->>'body' as text
       from outbound_message where channel = 'mail' order by created_at, id`,
    )
  ).rows;
const summaries = async () => (await mails()).filter(({ text }) => text.includes('You get this summary'));
const codeOf = async (to: string) =>
  /"(\d{6})"/.exec((await mails()).findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? '';
const run = async (hub: Hub) => {
  for (const job of hub.feature.jobs ?? []) if (job.name === 'desk-summary') await job.run();
};

const plan = { cadence: 'daily', weekday: '1', hour: '8', zone: 'Europe/Vienna', skipsEmpty: '' };
async function subscribe(hub: Hub, seat: Seat, email: string, how: Record<string, string> = plan) {
  expect((await seat.act('/desk/my-summary/-/address', { email })).status).toBe(303);
  expect((await seat.act('/desk/my-summary/-/confirm', { code: await codeOf(email) })).status).toBe(303);
  expect((await seat.act('/desk/my-summary/-/schedule', how)).status).toBe(303);
  expect(hub.unexpected).toEqual([]);
}

/** A page of each right, each with something that waits and some news. */
const rich = (quiet = { is: false }): DeskPage[] =>
  (['money', 'content', 'people', 'everything'] as const).map((right) => ({
    path: `of-${right}`,
    title: right,
    right,
    list: async () => ({ title: right, blocks: [] }),
    glance: async () => [{ label: `Waits of ${right}`, value: '2', waits: !quiet.is }],
    news: async () => [{ label: `News of ${right}`, value: '3', isSomething: !quiet.is }],
  }));

test('an address counts once its code came back; the summary comes each day at its hour', async () => {
  const hub = deskHub(db, { more: rich() });
  const ada = await hub.operator('Ada');
  await subscribe(hub, ada, 'ada@example.com');
  expect(await ada.read('/desk/my-summary')).toContain('every day at 08:00 (Europe/Vienna)');
  await run(hub);
  expect(await summaries()).toEqual([]);
  // 28 November, 08:00 UTC is 09:00 there.
  hub.clock.move(hours(23) - 1);
  await run(hub);
  expect(await summaries()).toEqual([]);
  hub.clock.move(1);
  await run(hub);
  const [mail] = await summaries();
  expect(mail?.to).toBe('ada@example.com');
  for (const word of ['Waits of money', 'News of content', 'News of everything', '28 November 2026'])
    expect(mail?.text).toContain(word);
  const record = await hub.record();
  expect(record.map(({ act }) => act)).toEqual([
    'my-summary address',
    'my-summary confirm',
    'my-summary schedule',
  ]);
  expect(JSON.stringify(record)).not.toContain('ada@');
});

test('[law] exactly one each day over many processes, restarts, a week off and summer time', async () => {
  const hubs = [deskHub(db, { more: rich() }), deskHub(db, { more: rich() }), deskHub(db, { more: rich() })];
  const [first] = hubs as [Hub];
  const ada = await first.operator('Ada');
  await subscribe(first, ada, 'ada@example.com', { ...plan, hour: '2' });
  const move = (ms: number) => hubs.forEach(({ clock }) => clock.move(ms));
  await Promise.all(hubs.map(run));
  // Off for a week: one that tells all of it, not seven.
  move(days(7));
  await Promise.all([...hubs, ...hubs].map(run));
  expect(await summaries()).toHaveLength(1);
  // Each day until April; 28 March 2027 has no 02:00.
  let count = 0;
  for (let n = 0; n < 120; n++) {
    move(days(1));
    count += 1;
    await Promise.all(hubs.map(run));
  }
  expect(await summaries()).toHaveLength(1 + count);
});

test('[law] a sale is told once, though its commit comes up to a minute after its moment', async () => {
  const asked: DeskSpan[] = [];
  const watched = rich().map((page) => ({
    ...page,
    news: async (span: DeskSpan) => {
      if (page.right === 'money') asked.push(span);
      return [{ label: 'News', value: '1', isSomething: true }];
    },
  }));
  const hub = deskHub(db, { more: watched });
  const ada = await hub.operator('Ada');
  await subscribe(hub, ada, 'ada@example.com');
  const looks: Date[] = [];
  for (let n = 0; n < 12; n++) {
    hub.clock.move(days(1) - minutes(7) + n * 137_000);
    looks.push(hub.clock.now());
    await run(hub);
  }
  expect(asked.slice(1).map(({ from }) => from)).toEqual(asked.slice(0, -1).map(({ until }) => until));
  const ends = looks.map((look) => look.getTime() - minutes(1));
  for (const { until } of asked) expect(ends).toContain(until.getTime());
  expect(asked.length).toBeGreaterThan(8);
});

test('[law] what an operator may not see is in no summary of theirs, nor after they may see less', async () => {
  const hub = deskHub(db, { more: rich() });
  const ben = await hub.operator('Ben', 'money,people');
  await subscribe(hub, ben, 'ben@example.com');
  hub.clock.move(days(1));
  await run(hub);
  const [mail] = await summaries();
  expect(mail?.text).toContain('News of money');
  expect(mail?.text).not.toMatch(/of (?:content|everything)/);

  const smtp = await useSmtp();
  const handler = mailHandler({
    config: { live: true, smtpUrl: smtp.url, mailFrom: 'hub@hub.example', dkimKey: undefined },
    db,
    clock: hub.clock,
    site: hub.platform.site,
    origin: hub.platform.origin,
    consent: summaryGuard(hub.platform, willing),
    secret: hub.platform.secret,
  });
  const send = async () => {
    const worker = startWorker({
      db,
      handlers: [handler],
      clock: hub.clock,
      log: silentLog,
      pollSeconds: 3600,
    });
    await worker.drain();
    await worker.stop();
  };
  const left = () => smtp.mails.filter(({ raw }) => raw.includes('List-Unsubscribe')).length;
  // Taken after it was written, before it left.
  await hub.command('desk rights Ben --rights people');
  await send();
  expect(left()).toBe(0);
  hub.clock.move(days(1));
  await run(hub);
  expect((await summaries()).at(-1)?.text).not.toContain('money');
  await send();
  expect(left()).toBe(1);
  hub.clock.move(days(1));
  await run(hub);
  expect(await summaries()).toHaveLength(3);
  await hub.command('desk remove Ben');
  await send();
  expect(left()).toBe(1);
  expect((await db.pool.query('select from desk_summary')).rowCount).toBe(0);
  hub.clock.move(days(2));
  await run(hub);
  expect(await summaries()).toHaveLength(3);
  await handler.close();
});

test('the mail has a way out: looking changes nothing, one press ends it, without a session, twice', async () => {
  const hub = deskHub(db, { more: rich() });
  const ada = await hub.operator('Ada');
  await subscribe(hub, ada, 'ada@example.com');
  hub.clock.move(days(1));
  await run(hub);
  const guard = summaryGuard(hub.platform, willing);
  const { rows } = await db.pool.query<{ dedupe_key: string }>(
    `select dedupe_key from outbound_message where dedupe_key like 'desk-summary:%'`,
  );
  const ask = { to: 'ada@example.com', kind: 'transactional', purpose: 'desk' } as const;
  const verdict = await guard.ask({ ...ask, dedupeKey: rows[0]?.dedupe_key ?? '' });
  const link = new URL((verdict.allowed && verdict.unsubscribe?.oneClick) || '');
  const path = link.pathname + link.search;
  const call = (method: string, to = path) =>
    hub.app.request(new URL(to, link), {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
    });
  await ada.enter();
  expect((await call('GET')).status).toBe(200);
  expect(await ada.read('/desk/my-summary')).toContain('every day');
  for (const wrong of [`${path}x`, `${link.pathname}?t=opr_1`, link.pathname])
    expect((await call('POST', wrong)).status).toBeGreaterThanOrEqual(400);
  expect(await ada.read('/desk/my-summary')).toContain('every day');
  for (let twice = 0; twice < 2; twice++) expect((await call('POST')).status).toBe(200);
  expect(await ada.read('/desk/my-summary')).not.toContain('every day');
  expect((await guard.ask({ ...ask, dedupeKey: rows[0]?.dedupe_key ?? '' })).allowed).toBe(false);
  hub.clock.move(days(2));
  await run(hub);
  expect(await summaries()).toHaveLength(1);
});

test('an empty day is no mail if they wish, and one if they don’t', async () => {
  const quiet = { is: true };
  const hub = deskHub(db, { more: rich(quiet) });
  const ada = await hub.operator('Ada');
  await subscribe(hub, ada, 'ada@example.com', { ...plan, skipsEmpty: 'yes' });
  const ben = await hub.operator('Ben');
  await subscribe(hub, ben, 'ben@example.com');
  hub.clock.move(days(1));
  await run(hub);
  expect((await summaries()).map(({ to }) => to)).toEqual(['ben@example.com']);
  quiet.is = false;
  hub.clock.move(days(1));
  await run(hub);
  expect((await summaries()).map(({ to }) => to).toSorted()).toEqual([
    'ada@example.com',
    'ben@example.com',
    'ben@example.com',
  ]);
});

test('[law] a guessed, old or other operator’s code proves nothing; the address before stays', async () => {
  const hub = deskHub(db);
  const ada = await hub.operator('Ada');
  const ben = await hub.operator('Ben', 'money');
  await subscribe(hub, ada, 'ada@example.com');
  hub.clock.move(minutes(2));
  await ada.act('/desk/my-summary/-/address', { email: 'new@example.com' });
  await ben.act('/desk/my-summary/-/address', { email: 'ben@example.com' });
  const right = await codeOf('new@example.com');
  const other = await codeOf('ben@example.com');
  const wrong = ['000000', '999999', '', '12', 'x'.repeat(300)].filter((code) => code !== right);
  const guesses = await Promise.all(
    [other === right ? '1' : other, ...wrong].map((code) => ada.act('/desk/my-summary/-/confirm', { code })),
  );
  expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 400));
  // Five wrong ones have spent it.
  expect((await ada.act('/desk/my-summary/-/confirm', { code: right })).status).toBe(400);
  expect(await ada.read('/desk/my-summary')).toContain('>ada@example.com<');
  hub.clock.move(minutes(16));
  expect((await ben.act('/desk/my-summary/-/confirm', { code: other })).status).toBe(400);
  for (const email of ['', 'no address', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])
    expect((await ada.act('/desk/my-summary/-/address', { email })).status, email).toBe(400);
  expect((await ada.act('/desk/my-summary/-/forget')).status).toBe(303);
  expect(await ada.read('/desk/my-summary')).toContain('no address yet');
  for (const wrongPlan of [{ cadence: 'hourly' }, { hour: '24' }, { zone: 'Mars/Olympus' }, { weekday: '7' }])
    expect((await ada.send('/desk/my-summary/-/schedule', { ...plan, ...wrongPlan })).status).toBe(409);
  expect(hub.unexpected).toEqual([]);
});

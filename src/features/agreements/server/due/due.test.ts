import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import type { MemberFile } from '#features/accounts/server/public.ts';
import type { AgreementDetail, AgreementList, SigningView } from '#features/agreements/rules/contract.ts';
import type { DueList } from '#features/agreements/rules/due-contract.ts';
import { daysBefore } from '#features/agreements/rules/due.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import { agreementMemberData } from '../person.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, { clock, hasLimits: false });
beforeEach(async () => {
  clock.move(Date.parse('2026-11-24T12:00:00Z') - clock.now().getTime());
  await db.pool.query('truncate outbound_message, agreement, account_user, rate_limit cascade');
});

type Browser = ReturnType<typeof hub.browser>;
const ada = 'ada@wren.example';
const password = 'meadow-lantern-otter';
const jonas = { name: 'Jonas Keller', email: 'jonas@halden.example', role: 'signs', turn: 1, party: null };
const answers = {
  start: '2027-01-01',
  term: '1 year',
  renews: 'again',
  renewal: '1 year',
  noticeRenewal: '30 days',
  billing: 'whole',
};
const html =
  '<h1>Order</h1><p>It begins on January 1, 2027 and runs for one year. It renews for one year, unless notice is given 30 days before.</p>';

async function done<T>(answer: Promise<Response>, status = 200): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(status);
  return (await response.json()) as T;
}
async function member(email = ada): Promise<Browser> {
  const browser = hub.browser();
  await done(browser.post('/api/auth/sign-up', { displayName: 'Ada Moore', email, password }));
  await db.pool.query('update account_user set email_verified = true where email = $1', [email]);
  return browser;
}
let keys = 0;
const send = async (browser: Browser, changes: object = {}): Promise<string> =>
  (
    await done<{ id: string }>(
      browser.post('/api/agreements', {
        key: `key-of-this-act-${++keys}`,
        title: 'Order 17',
        html,
        slug: 'order-form',
        answers,
        people: [jonas],
        ...changes,
      }),
    )
  ).id;
/** As if everybody had signed at this moment; the file is made as ever. */
async function signed(id: string): Promise<void> {
  await db.pool.query(`update agreement_person set state = 'signed' where agreement_id = $1`, [id]);
  await db.pool.query(`update agreement set state = 'signed', ended_at = $2 where id = $1`, [
    id,
    clock.now(),
  ]);
}
const tick = () =>
  Promise.all(
    hub.features
      .flatMap(({ jobs = [] }) => jobs)
      .filter(({ name }) => name === 'agreements-due')
      .map((job) => job.run()),
  );
const detail = (browser: Browser, id: string) => done<AgreementDetail>(browser.get(`/api/agreements/${id}`));
const shown = async (browser: Browser, id: string) =>
  (await detail(browser, id)).dues.filter(({ isGone }) => !isGone).map(({ day, words }) => `${day} ${words}`);
const put = (browser: Browser, id: string, due: string, body: object) =>
  browser.put(`/api/agreements/${id}/due/${due}`, body);
const reminders = async (): Promise<{ to: string; subject: string }[]> =>
  (
    await db.pool.query<{ to: string; subject: string }>(
      `select payload->>'to' as to, payload->>'subject' as subject from outbound_message
       where dedupe_key like 'agreement:%:due:%' order by created_at, id`,
    )
  ).rows;
const linkOf = async (id: string): Promise<string> => {
  const { rows } = await db.pool.query<{ body: string }>(
    `select payload->>'body' as body from outbound_message where payload->>'to' = $1 and dedupe_key like $2 limit 1`,
    [jonas.email, `agreement:${id}:asked:%`],
  );
  return encodeURIComponent(decodeURIComponent(/\/sign\?t=([^"]+)/.exec(rows[0]?.body ?? '')?.[1] ?? ''));
};

const renewal = '2028-01-01 Renews for one year';
const notice = '2027-12-01 Last day to give notice';

test('what is signed has its days at once, for both sides, and what is still out has none', async () => {
  const browser = await member();
  const id = await send(browser);
  expect((await detail(browser, id)).dues).toEqual([]);
  await signed(id);
  await tick();
  const all = await shown(browser, id);
  expect(all.slice(0, 3)).toEqual(['2027-01-01 First day', notice, renewal]);
  const view = await done<SigningView>(hub.browser().get(`/api/signing?t=${await linkOf(id)}`));
  expect(view.dues.map(({ day, words }) => `${day} ${words}`)).toEqual(all);
  const list = await done<AgreementList>(browser.get('/api/agreements'));
  expect(list.agreements[0]?.due).toEqual({ day: '2027-01-01', kind: 'begins', words: 'First day' });
});

test('a sender adds, changes and removes days for themselves; the other side sees what the text says', async () => {
  const browser = await member();
  const id = await send(browser);
  await done(put(browser, id, 'own.one', { day: '2027-05-01', words: 'Call Jonas' }), 409);
  await signed(id);
  await tick();
  const before = await shown(browser, id);
  const add = () => done(put(browser, id, 'own.one', { day: '2027-05-01', words: '  Call Jonas ' }));
  await Promise.all([add(), add()]);
  await done(
    put(browser, id, 'renews.startterm.notice', { day: '2027-11-15', words: 'Decide about renewal' }),
  );
  await done(put(browser, id, 'begins.start', { day: '2027-01-01', words: 'First day', isGone: true }));
  expect((await shown(browser, id)).slice(0, 3)).toEqual([
    '2027-05-01 Call Jonas',
    '2027-11-15 Decide about renewal',
    renewal,
  ]);
  const link = await linkOf(id);
  const view = await done<SigningView>(hub.browser().get(`/api/signing?t=${link}`));
  expect(view.dues.map(({ day, words }) => `${day} ${words}`)).toEqual(before);
  const own = await (await browser.get(`/api/agreements/${id}/due.ics`)).text();
  const theirs = await (await hub.browser().get(`/api/signing/due.ics?t=${link}`)).text();
  expect(own).toContain('SUMMARY:Call Jonas: Order 17');
  expect(theirs).not.toContain('Call Jonas');
  expect(theirs).toContain('SUMMARY:First day: Order 17');
  const uids = (ics: string) => (ics.replaceAll('\r\n ', '').match(/^UID:.*$/gm) ?? []).toSorted();
  expect(uids(theirs).filter((uid) => uids(own).includes(uid))).toHaveLength(uids(theirs).length - 1);
  // What was removed comes back as it was, and nothing that was worked out later undoes a change.
  await done(put(browser, id, 'begins.start', { day: '2027-01-01', words: 'First day' }));
  clock.move(days(500));
  await tick();
  await done(browser.post('/api/auth/sign-in', { email: ada, password }));
  expect((await shown(browser, id)).slice(0, 3)).toEqual([
    '2027-01-01 First day',
    '2027-05-01 Call Jonas',
    '2027-11-15 Decide about renewal',
  ]);
});

test('a wrong day, a stranger’s agreement and too many days are refused in words', async () => {
  const browser = await member();
  const id = await send(browser);
  await signed(id);
  await tick();
  const refused = async (due: string, body: object, status: number, by = browser) =>
    JSON.stringify(await done(put(by, id, due, body), status));
  expect(await refused('own.a', { day: '2027-02-30', words: 'x' }, 400)).toContain(
    'Enter a date that exists.',
  );
  expect(await refused('own.a', { day: '2027-02-03', words: ' ' }, 400)).toContain('Enter what is due.');
  expect(await refused('ends.never', { day: '2027-02-03', words: 'x' }, 404)).toContain('no such date');
  const other = await member('eve@other.example');
  expect(await refused('own.a', { day: '2027-02-03', words: 'x' }, 404, other)).toContain('no agreement');
  expect((await other.get(`/api/agreements/${id}/due.ics`)).status).toBe(404);
  expect((await other.get('/api/agreements/due.ics')).status).toBe(404);
  await db.pool.query(
    `insert into agreement_due (owner_id, agreement_id, id, kind, day, words, is_own)
     select owner_id, id, 'own.' || n, 'other', '2027-01-01', 'x', true from agreement, generate_series(1, 100) n`,
  );
  expect(await refused('own.a', { day: '2027-02-03', words: 'x' }, 429)).toContain('100 dates');
});

test('a reminder goes to the sender’s present address, 14 days before notice ends and 7 before the rest', async () => {
  const browser = await member();
  const id = await send(browser);
  await signed(id);
  await tick();
  await db.pool.query(`update account_user set email = 'ada@new.example'`);
  const sent: [string, string][] = [];
  for (let day = '2026-11-24'; day < '2028-01-10'; day = daysBefore(day, -1)) {
    const before = (await reminders()).length;
    await tick();
    for (const { to, subject } of (await reminders()).slice(before)) sent.push([day, `${to} ${subject}`]);
    clock.move(days(1));
  }
  expect(sent).toEqual([
    ['2026-12-25', 'ada@new.example First day, January 1, 2027: “Order 17”'],
    ['2027-11-17', 'ada@new.example Last day to give notice, December 1, 2027: “Order 17”'],
    ['2027-12-25', 'ada@new.example Renews for one year, January 1, 2028: “Order 17”'],
  ]);
});

test('what was over when it was signed, what was removed and what is switched off is never mailed', async () => {
  clock.move(days(410));
  const browser = await member();
  const late = await send(browser);
  await signed(late);
  const quiet = await send(browser);
  await signed(quiet);
  await tick();
  expect(await reminders()).toEqual([]);
  await done(browser.put(`/api/agreements/${quiet}/reminders`, { on: false }));
  expect((await detail(browser, quiet)).dueReminders).toBe(false);
  const next = (await detail(browser, late)).dues.filter(({ day }) => day > '2028-01-09');
  for (const { id: due, day, words } of next)
    await done(put(browser, late, due, { day, words, isGone: true }));
  clock.move(days(360));
  await tick();
  expect(await reminders()).toEqual([]);
});

test('however often, at once and wherever it dies, each day is mailed about once', async () => {
  const browser = await member();
  const id = await send(browser);
  await signed(id);
  await tick();
  const stop = `alter table outbound_message add constraint dies check (dedupe_key not like 'agreement:%:due:%') not valid`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('tick', 'dies', 'at once', 'a day'), { maxLength: 12 }),
      async (acts) => {
        await db.pool.query('delete from outbound_message');
        await db.pool.query(`update agreement_due set remind_on = '2026-12-25' where id = 'begins.start'`);
        clock.move(Date.parse('2026-12-24T12:00:00Z') - clock.now().getTime());
        for (const act of [...acts, 'a day', 'tick']) {
          if (act === 'a day' && clock.now() < new Date('2026-12-31')) clock.move(days(1));
          if (act === 'tick') await tick();
          if (act === 'at once') await Promise.all([tick(), tick(), tick()]);
          if (act !== 'dies') continue;
          await db.pool.query(stop);
          await tick().catch(() => {});
          await db.pool.query('alter table outbound_message drop constraint dies');
        }
        expect((await reminders()).map(({ to }) => to)).toEqual([ada]);
      },
    ),
    { numRuns: 25 },
  );
});

test('everything that is due stands in one list and one file, of what was sent and of what was received', async () => {
  const browser = await member();
  const other = await member(jonas.email);
  const first = await send(browser);
  await signed(first);
  const second = await send(browser, { title: 'Loan', slug: undefined, answers: undefined });
  await signed(second);
  await tick();
  await done(put(browser, second, 'own.pay', { day: '2026-12-01', words: 'Pay' }));
  const due = (by: Browser, query = '') => done<DueList>(by.get(`/api/agreements/due${query}`));
  expect((await due(browser)).dues.slice(0, 3).map(({ day, title }) => `${day} ${title}`)).toEqual([
    '2026-12-01 Loan',
    '2027-01-01 Order 17',
    '2027-12-01 Order 17',
  ]);
  expect((await due(browser, '?days=30')).dues.map(({ words }) => words)).toEqual(['Pay']);
  const theirs = (await due(other)).dues;
  expect(theirs[0]).toMatchObject({ day: '2027-01-01', href: expect.stringMatching(/^\/sign\?t=/) });
  const ics = await browser.get('/api/agreements/due.ics');
  expect(ics.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await ics.text()).match(/BEGIN:VEVENT/g)?.length).toBe((await due(browser)).dues.length);
});

test('an account is exported with its days, and forgotten with them', async () => {
  const browser = await member();
  const id = await send(browser);
  await signed(id);
  await tick();
  await done(put(browser, id, 'own.one', { day: '2027-05-01', words: 'Call Jonas' }));
  const data = agreementMemberData(hub.platform);
  const { rows } = await db.pool.query<{ id: string }>('select id from account_user where email = $1', [ada]);
  const uid = rows[0]?.id ?? '';
  const files: string[] = [];
  for await (const { path, bytes } of (await data.gather(uid)) as AsyncIterable<MemberFile>)
    if (path.endsWith('.json')) files.push(Buffer.from(bytes as Uint8Array).toString());
  expect(JSON.parse(files[0] ?? '')).toMatchObject({
    dates: expect.arrayContaining([
      expect.objectContaining({ day: '2027-05-01', words: 'Call Jonas', isOwn: true }),
    ]),
  });
  await db.transaction(async (trx) => data.forget?.(trx as never, uid));
  expect((await db.pool.query('select from agreement_due')).rows).toEqual([]);
});

import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel, funnelsHub } from '#testing/funnels-hub.ts';
import { standstill } from '#testing/standstill.ts';
import type { Funnel, LeadsAnswer } from '../rules/contract.ts';

const db = await useDatabase();
let people = 0;
const someone = () => `u${++people}`;
const newId = () => `fun_${randomText(10)}`;
const formOf = (funnel: Funnel): string =>
  funnel.steps[0]?.blocks.find(({ type }) => type === 'optin')?.id ?? '';

test('an address is kept once in a funnel with its consent; programs and slips are held off', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const path = `/f/${funnel.slug}`;
  const form = { block: formOf(funnel), email: 'mia@example.com', consent: 'yes', token: await hub.token() };

  const bad = await hub.leave(path, { ...form, email: 'mia@example.com,eve@example.com' });
  expect(bad.status).toBe(400);
  expect(await bad.text()).toContain('value="mia@example.com,eve@example.com"');
  expect((await hub.leave(path, { ...form, consent: '' })).status).toBe(400);
  const quick = await hub.leave(path, { ...form, token: '' });
  expect(quick.status).toBe(200);
  expect(await quick.text()).toContain('Click “Send” again');
  const trapped = await hub.leave(path, { ...form, website: 'https://spam.example' });
  expect(trapped.status).toBe(303);
  const count = async () => (await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`)).total;
  expect(await count()).toBe(0);

  const [one, two] = await Promise.all([
    hub.leave(path, form, { referer: 'https://birch.example/f/x?utm_source=newsletter' }),
    hub.leave(path, { ...form, email: 'Mia@Example.com' }),
  ]);
  expect([one.status, two.status]).toEqual([303, 303]);
  expect(one.headers.get('location')).toBe(`${path}/${funnel.steps[1]?.slug}`);
  const { leads, total } = await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`);
  expect(total).toBe(1);
  expect(leads[0]?.consentText).toContain('I agree to get email about this offer');
  const { rows } = await db.pool.query(
    `select purpose, consent_text from consent_record where address_key = 'mia@example.com'`,
  );
  expect(rows).toMatchObject([{ purpose: 'member:u1' }]);

  const exported = await hub.feature.person?.export('MIA@example.com');
  expect(exported).toMatchObject({ leads: [{ address: expect.stringMatching(/mia@example.com/i) }] });
  await hub.feature.person?.erase('mia@example.com');
  expect(await count()).toBe(0);
  expect(hub.unexpected).toEqual([]);
});

test('a form that no page has takes no address: not one named after what every object has', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel, publish: 'now' });
  for (const block of ['__proto__', 'constructor', 'toString', 'nothing']) {
    const form = { block, email: 'eve@example.com', token: await hub.token() };
    expect((await hub.leave(`/f/${funnel.slug}`, form)).status, block).toBe(404);
  }
  expect((await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`)).total).toBe(0);
  expect(hub.unexpected).toEqual([]);
});

test('a table of leads holds no formula', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId(), 'waitlist');
  await ada.put(funnel.id, { funnel, publish: 'now' });
  const fields = { block: formOf(funnel), consent: 'yes', token: await hub.token() };
  await hub.leave(`/f/${funnel.slug}`, {
    ...fields,
    email: 'x@example.com',
    name: '=HYPERLINK("https://e.example")',
  });
  const csv = await (await ada.call('GET', `/api/funnels/${funnel.id}/leads.csv`)).text();
  expect(csv).toContain(`"'=HYPERLINK(""https://e.example"")"`);
  // Where a country separates by semicolons, one cell of ours is two of theirs.
  await hub.leave(`/f/${funnel.slug}`, { ...fields, email: 'y@example.com', name: 'Mia;=1+1' });
  expect(await (await ada.call('GET', `/api/funnels/${funnel.id}/leads.csv`)).text()).toContain(
    `"Mia;'=1+1"`,
  );
});

test('with double opt-in an address is confirmed only by its own press, and the webhook waits for it', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const plain = aFunnel(newId());
  const funnel = { ...plain, settings: { ...plain.settings, doubleOptIn: true } };
  await ada.put(funnel.id, { funnel, publish: 'now' });
  for (const url of ['https://169.254.169.254/latest', 'https://[::1]/', 'https://localhost/leads'])
    expect((await ada.call('PUT', `/api/funnels/${funnel.id}/hook`, { url })).status).toBe(400);
  await ada.ask('PUT', `/api/funnels/${funnel.id}/hook`, { url: 'https://hooks.example.com/leads' });

  const email = `noor.${funnel.id.slice(4)}@example.com`;
  await hub.leave(`/f/${funnel.slug}`, {
    block: formOf(funnel),
    email,
    consent: 'yes',
    token: await hub.token(),
  });
  const messages = async (channel: string) =>
    (
      await db.pool.query<{ payload: { to?: string; body: unknown } }>(
        'select payload from outbound_message where channel = $1',
        [channel],
      )
    ).rows.filter(({ payload }) => JSON.stringify(payload).includes(email));
  expect(await messages('webhook')).toEqual([]);
  const [mail] = await messages('mail');
  const link =
    /https:\/\/birch\.example(\/f\/-\/confirm\?t=[^"]+)/.exec(JSON.stringify(mail?.payload))?.[1] ?? '';
  // Mail programs open every link: looking changes nothing.
  expect(await (await hub.visit(link)).text()).toContain('Is this your email address?');
  expect(await messages('webhook')).toEqual([]);
  const t = new URL(link, 'https://birch.example').searchParams.get('t') ?? '';
  for (let press = 0; press < 2; press++) expect((await hub.leave('/f/-/confirm', { t })).status).toBe(200);
  expect(await messages('webhook')).toHaveLength(1);
  expect((await hub.leave('/f/-/confirm', { t: `${t}x` })).status).toBe(404);
  const { leads } = await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`);
  expect(leads[0]?.confirmedAt).not.toBeNull();
});

test.each([false, true])(
  'who unsubscribed stays so when anybody types the address, until they click (double opt-in: %s)',
  async (doubleOptIn) => {
    const hub = await funnelsHub(db);
    const ada = await hub.member(someone());
    const funnel = aFunnel(newId());
    await ada.put(funnel.id, {
      funnel: { ...funnel, settings: { ...funnel.settings, doubleOptIn } },
      publish: 'now',
    });
    const email = `out.${people}@example.com`;
    const leave = async () =>
      hub.leave(`/f/${funnel.slug}`, {
        block: formOf(funnel),
        email,
        consent: 'yes',
        token: await hub.token(),
      });
    await leave();
    const standing = async () =>
      (
        await db.pool.query<{ withdrawn: boolean }>(
          `select withdrawn_at is not null as withdrawn from consent_record where address_key = $1 and purpose = $2`,
          [email, `member:${ada.uid}`],
        )
      ).rows;
    await db.pool.query('update consent_record set withdrawn_at = $2 where address_key = $1', [
      email,
      hub.clock.now(),
    ]);
    hub.clock.move(days(1));
    expect((await leave()).status).toBe(303);
    expect(await standing()).toEqual([{ withdrawn: true }]);
    // They get one mail that asks whether it was them, and nothing else before they say yes.
    const { rows } = await db.pool.query<{ subject: string; body: string }>(
      `select payload->>'subject' as subject, payload->>'body' as body from outbound_message
       where payload->>'to' = $1 order by created_at desc limit 1`,
      [email],
    );
    expect(rows[0]?.subject).toBe('Confirm your email address');
    const token = /confirm\?t=([^"&]+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
    expect((await hub.leave('/f/-/confirm', { t: decodeURIComponent(token) })).status).toBe(200);
    expect(await standing()).toEqual([{ withdrawn: false }]);
    expect(hub.unexpected).toEqual([]);
  },
);

test('an address that nobody confirmed in a month is forgotten, with what it agreed to; others stay', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const once = aFunnel(newId());
  const twice = { ...aFunnel(newId()), settings: { ...once.settings, doubleOptIn: true } };
  for (const funnel of [once, twice]) await ada.put(funnel.id, { funnel, publish: 'now' });
  const leave = async (funnel: typeof once, email: string) =>
    hub.leave(`/f/${funnel.slug}`, {
      block: formOf(funnel),
      email,
      consent: 'yes',
      token: await hub.token(),
    });
  await leave(twice, 'nobody@example.com');
  await leave(twice, 'both@example.com');
  await leave(once, 'both@example.com');
  const kept = async (funnel: typeof once) =>
    (await ada.ask<LeadsAnswer>('GET', `/api/funnels/${funnel.id}/leads`)).leads.map(
      ({ address }) => address,
    );
  hub.clock.move(days(29));
  await hub.runJobs();
  expect(await kept(twice)).toHaveLength(2);
  hub.clock.move(days(2));
  await hub.runJobs();
  expect(await kept(twice)).toEqual([]);
  expect(await kept(once)).toEqual(['both@example.com']);
  const { rows } = await db.pool.query(
    `select address from consent_record where address in ('nobody@example.com', 'both@example.com')`,
  );
  expect(rows).toEqual([{ address: 'both@example.com' }]);
});

test('a button that a program presses without end is told to the webhook once a minute', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const start = aFunnel(newId());
  const press = {
    id: 'buy',
    type: 'offer' as const,
    show: 'all' as const,
    tone: 'plain' as const,
    align: 'start' as const,
    alignPhone: null,
    values: { title: 'Course', button: 'Buy', link: 'https://shop.example/' },
    items: [],
  };
  const [first, ...others] = start.steps;
  if (!first) throw new Error('a funnel without steps');
  const funnel = { ...start, steps: [{ ...first, blocks: [...first.blocks, press] }, ...others] };
  await ada.put(funnel.id, { funnel, publish: 'now' });
  await ada.ask('PUT', `/api/funnels/${funnel.id}/hook`, { url: 'https://hooks.example.com/presses' });
  const go = () => hub.visit(`/f/${funnel.slug}/${first.slug}/go/buy`, { 'sec-fetch-site': 'same-origin' });
  const told = async () =>
    (
      await db.pool.query(
        `select 1 from outbound_message where channel = 'webhook' and dedupe_key like '%' || $1 || '%'`,
        [funnel.id],
      )
    ).rowCount;
  for (let n = 0; n < 5; n++) expect((await go()).headers.get('location')).toBe('https://shop.example/');
  expect(await told()).toBe(1);
  hub.clock.move(60_000);
  await go();
  expect(await told()).toBe(2);
});

test('a list of any length comes whole, in its order, and nobody else waits for it', async () => {
  const hub = await funnelsHub(db);
  const ada = await hub.member(someone());
  const funnel = aFunnel(newId());
  await ada.put(funnel.id, { funnel });
  // Many of one moment, and of moments that differ by less than a millisecond.
  await db.pool.query(
    `insert into funnel_lead (owner_id, funnel_id, id, address_key, address, name, step, source, consent_text, at)
     select $1, $2, $2 || n, n || '@e.example', n || '@e.example', '', 's', '', repeat('I agree. ', 100),
       timestamptz '2026-11-21 12:00' + interval '1 microsecond' * (n / 700) from generate_series(0, 20999) n`,
    [ada.uid, funnel.id],
  );
  let lines: string[] = [];
  const longest = await standstill(async () => {
    const answer = await ada.call('GET', `/api/funnels/${funnel.id}/leads.csv`);
    lines = (await answer.text()).split('\r\n').slice(1, -1);
  });
  expect(longest).toBeLessThan(100);
  const numbers = lines.map((line) => Number.parseInt(line, 10));
  expect(new Set(numbers).size).toBe(21_000);
  expect(numbers.map((n) => Math.floor(n / 700))).toEqual(
    numbers.map((n) => Math.floor(n / 700)).toSorted((a, b) => a - b),
  );
});

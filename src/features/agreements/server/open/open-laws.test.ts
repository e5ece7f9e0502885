import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { SigningView } from '../../rules/contract.ts';
import type { Begun, OpenHead } from '../../rules/open-contract.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const env = { ACCOUNT_MEGABYTES: '500' };
const hub = await openWholeHub(db, { clock, hasLimits: false, live: true, env });

const html = '<h1>NDA</h1><h2>1. One</h2><p>First words.</p>';
const password = 'meadow-lantern-otter';
let stories = 0;
let keys = 0;
const key = () => `key-of-this-act-${++keys}`;

interface Story {
  n: number;
  owner: string;
  id: string;
  o: string;
  most: number;
  ada(): Promise<ReturnType<typeof hub.browser>>;
  /** Who has a link of their own, by their address: as the page that began it knows it. */
  links: Map<string, string>;
  signedAtClose: number | null;
}

async function story(most: number, signsToo = false): Promise<Story> {
  const n = ++stories;
  const email = `ada.${n}@wren.example`;
  const first = hub.browser();
  await first.post('/api/auth/sign-up', { displayName: 'Ada', email, password });
  const { rows } = await db.pool.query<{ id: string }>(
    'update account_user set email_verified = true where email = $1 returning id',
    [email],
  );
  const response = await first.post('/api/open-links', {
    key: key(),
    title: 'NDA',
    html,
    most,
    signsToo,
  });
  expect(response.status, await response.clone().text()).toBe(200);
  const { links } = (await (await first.get('/api/open-links')).json()) as { links: OpenHead[] };
  const o = new URLSearchParams(links[0]?.path.split('?')[1]).get('o') ?? '';
  return {
    n,
    owner: rows[0]?.id ?? '',
    id: links[0]?.id ?? '',
    o,
    most,
    links: new Map(),
    signedAtClose: null,
    async ada() {
      // The clock moves far: sessions end.
      const browser = hub.browser();
      await browser.post('/api/auth/sign-in', { email, password });
      return browser;
    },
  };
}

/** Whatever is refused is refused in words, and nothing fails. */
async function answered(response: Response): Promise<Response> {
  expect(response.status, await response.clone().text()).toBeLessThan(500);
  const { error } = (await response.clone().json()) as { error?: { message: string } };
  expect(response.status === 200 || (error?.message ?? '').length > 10).toBe(true);
  return response;
}

const addressOf = ({ n }: Story, who: number) => `p${who}.${n}@x.example`;

async function begin(it: Story, who: number): Promise<'own' | 'mailed' | 'refused'> {
  const email = addressOf(it, who);
  const body = { o: it.o, key: key(), name: `Person ${who}`, email };
  const response = await answered(await hub.browser().post('/api/signing/open', body));
  if (response.status !== 200) return 'refused';
  const { path } = (await response.json()) as Begun;
  if (path === null) return 'mailed';
  it.links.set(email, new URLSearchParams(path.split('?')[1]).get('t') ?? '');
  return 'own';
}

async function sign(it: Story, who: number): Promise<number> {
  const email = addressOf(it, who);
  const t = it.links.get(email);
  if (t === undefined) return 0;
  const by = hub.browser();
  const found = await answered(await by.get(`/api/signing?t=${encodeURIComponent(t)}`));
  if (found.status !== 200) return found.status;
  const last = ((await found.json()) as SigningView).versions.at(-1);
  await answered(await by.post('/api/signing/code', { t }));
  const { rows } = await db.pool.query<{ code: string }>(
    `select substring(payload->>'body' from '"(\\d{6})"') as code from outbound_message
     where payload->>'to' = $1 and dedupe_key like '%:code:%' order by created_at desc, id desc limit 1`,
    [email],
  );
  const response = await by.post('/api/signing/sign', {
    t,
    key: key(),
    version: last?.version,
    sha256: last?.sha256,
    consent: true,
    name: 'Me',
    signature: { kind: 'typed', text: 'Me' },
    code: rows[0]?.code ?? '000000',
  });
  return (await answered(response)).status;
}

async function tick(): Promise<void> {
  for (const job of hub.features.flatMap((feature) => feature.jobs ?? []))
    if (job.name === 'agreements-upkeep') await job.run();
}

async function made({ owner, id }: Story) {
  const { rows } = await db.pool.query<{ id: string; state: string; own: string; held: boolean }>(
    `select a.id, a.state, p.state as own, a.sent_at > $3::timestamptz - interval '30 minutes' as held from agreement a
     join agreement_person p on p.agreement_id = a.id and p.n = 0 where a.owner_id = $1 and a.open_id = $2`,
    [owner, id, clock.now()],
  );
  return rows;
}

/** Every signature that was ever given by the link. */
async function signatures(it: Story): Promise<number> {
  const { rows } = await db.pool.query<{ gone: number }>('select gone from agreement_open where id = $1', [
    it.id,
  ]);
  return (await made(it)).filter(({ own }) => own === 'signed').length + (rows[0]?.gone ?? 0);
}

async function assertLaws(it: Story): Promise<void> {
  const all = await made(it);
  // Of those who have begun, whoever still has a place.
  const begun = all.filter(({ own, state, held }) => own !== 'signed' && state === 'out' && held);
  expect((await signatures(it)) + begun.length).toBeLessThanOrEqual(it.most);
  // One address has one place.
  const { rows: twice } = await db.pool.query(
    `select p.email_key from agreement a join agreement_person p on p.agreement_id = a.id and p.n = 0
     where a.open_id = $1 and (p.state = 'signed' or (a.state = 'out' and a.expires_at > $2))
     group by 1 having count(*) > 1`,
    [it.id, clock.now()],
  );
  expect(twice).toEqual([]);
  expect(it.signedAtClose === null || it.signedAtClose === (await signatures(it))).toBe(true);
  // Letters go to addresses that began here, and the link again once in an hour at most.
  const { rows: letters } = await db.pool.query<{ to: string; key: string }>(
    `select payload->>'to' as to, dedupe_key as key from outbound_message
     where dedupe_key like 'agreement:%' and payload->>'to' like $1`,
    [`p%.${it.n}@x.example`],
  );
  expect(letters.filter(({ to }) => !it.links.has(to))).toEqual([]);
  expect(letters.filter(({ key: sent }) => !/:(?:again|code|finished):/.test(sent))).toEqual([]);
}

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('come' as const), who: fc.array(fc.nat(7), { maxLength: 8 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sign' as const), who: fc.array(fc.nat(7), { maxLength: 5 }) }),
  },
  // A crowd, some of whom begin while others sign and the clock's job is under way.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crowd' as const), who: fc.array(fc.nat(7), { maxLength: 8 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 40, 80) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('tick', 'seal', 'drop', 'look', 'close') }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function come(it: Story, who: readonly number[]): Promise<void> {
  const before = new Set(it.links.keys());
  const places = it.most - (await signatures(it));
  const free =
    places - (await made(it)).filter(({ own, state }) => own !== 'signed' && state === 'out').length;
  const outcomes = await Promise.all(who.map((one) => begin(it, one)));
  const own = outcomes.filter((outcome) => outcome === 'own').length;
  const fresh = new Set(who.filter((one) => !before.has(addressOf(it, one)))).size;
  // As many as fit begin, whoever comes first.
  expect(own).toBeGreaterThanOrEqual(it.signedAtClose === null ? Math.min(fresh, free) : 0);
  expect(it.signedAtClose !== null && own > 0).toBe(false);
}

async function look(it: Story): Promise<void> {
  const before = JSON.stringify(await made(it));
  await answered(await hub.browser().get(`/api/signing/open?o=${encodeURIComponent(it.o)}`));
  expect(JSON.stringify(await made(it))).toBe(before);
}

async function perform(it: Story, step: Act): Promise<void> {
  switch (step.do) {
    case 'come':
      return come(it, step.who);
    case 'sign':
      await Promise.all([...new Set(step.who)].map((who) => sign(it, who)));
      return;
    case 'crowd':
      await Promise.all([
        tick(),
        ...step.who.map((who, at) => (at % 2 === 0 ? begin(it, who) : sign(it, who))),
      ]);
      return;
    case 'wait':
      clock.move(hours(step.hours));
      return;
    case 'tick':
      return tick();
    case 'seal':
      return hub.deliver();
    case 'look':
      return look(it);
    case 'drop': {
      const [first] = await made(it);
      if (first) await answered(await (await it.ada()).delete(`/api/agreements/${first.id}`));
      return;
    }
    case 'close':
      await answered(await (await it.ada()).post(`/api/open-links/${it.id}/close`));
      it.signedAtClose ??= await signatures(it);
      return;
  }
}

test('whoever comes, in any order and at once: limit, end and closing hold, and letters stay bounded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.array(act, { minLength: 3, maxLength: 12 }),
      async (most, signsToo, acts) => {
        const it = await story(most, signsToo);
        for (const step of acts) {
          await perform(it, step);
          await assertLaws(it);
        }
      },
    ),
    { numRuns: Number(process.env['LAW_RUNS'] ?? 12) },
  );
  expect(hub.unexpected).toEqual([]);
}, 580_000);

test('200 come at once to 120 places: 120 begin and all sign, the others hear why', async () => {
  const it = await story(120);
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, who) => begin(it, who)));
  expect(outcomes.filter((outcome) => outcome === 'own')).toHaveLength(120);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(80);
  const signed = await Promise.all(Array.from({ length: 200 }, (_, who) => sign(it, who)));
  expect(signed.filter((status) => status === 200)).toHaveLength(120);
  expect(await signatures(it)).toBe(120);
  await assertLaws(it);
  expect(hub.unexpected).toEqual([]);
}, 300_000);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours, minutes, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import type { SigningView } from '../rules/contract.ts';
import { firstBroken } from '../rules/events.ts';
import { eventsOf, sha256 } from './ledger.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, { clock, hasLimits: false, live: true });
let sender = hub.browser();

const html =
  '<h1>Terms</h1><h2>1. One</h2><p>First words.</p><p>By <mark class="doc-blank" data-field="them">[their name]</mark> alone.</p><p>Second words.</p><h2>2. Two</h2><p>Third words.</p>';

const act = fc.oneof(
  fc.record({ do: fc.constant('sign' as const), who: fc.nat(2), stale: fc.boolean(), wrong: fc.boolean() }),
  fc.record({
    do: fc.constant('propose' as const),
    who: fc.nat(2),
    words: fc.constantFrom('Other.', 'More.'),
  }),
  fc.record({ do: fc.constantFrom('take' as const, 'refuse' as const) }),
  fc.record({ do: fc.constant('revise' as const), fee: fc.nat(2), stale: fc.boolean() }),
  fc.record({
    do: fc.constantFrom('decline' as const, 'forward' as const, 'seen' as const, 'fill' as const),
    who: fc.nat(2),
  }),
  fc.record({
    do: fc.constantFrom('withdraw' as const, 'extend' as const, 'tick' as const, 'deliver' as const),
  }),
  fc.record({ do: fc.constantFrom('address' as const, 'remind' as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 80, 400) }),
  fc.record({ do: fc.constant('erase' as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant('remove' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const people = ['signs', 'signs', 'approves'] as const;
let stories = 0;

async function begin(turns: number[]) {
  const story = ++stories;
  // Clocks move far in a story: sessions of the one before have ended.
  sender = hub.browser();
  const email = `ada.${story}@wren.example`;
  await sender.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' });
  await db.pool.query('update account_user set email_verified = true where email = $1', [email]);
  const response = await sender.post('/api/agreements', {
    key: `key-of-story-${story}`,
    title: `Terms ${story}`,
    html,
    people: people.map((role, n) => ({
      name: `Person ${n}`,
      email: `p${n}.${story}@x.example`,
      role,
      turn: turns[n],
      party: null,
    })),
  });
  expect(response.status).toBe(200);
  return { id: ((await response.json()) as { id: string }).id, story };
}

async function newest(id: string, n: number): Promise<{ t: string; code: string; email: string }> {
  const { rows } = await db.pool.query<{ email: string }>(
    'select email from agreement_person where agreement_id = $1 and n = $2',
    [id, n],
  );
  const email = rows[0]?.email ?? '';
  const { rows: mails } = await db.pool.query<{ body: string }>(
    `select payload->>'body' as body from outbound_message where payload->>'to' = $1 order by created_at, id`,
    [email],
  );
  const found = (pattern: RegExp) => mails.map(({ body }) => pattern.exec(body)?.[1]).findLast(Boolean) ?? '';
  return { t: decodeURIComponent(found(/\/sign\?t=([^"]+)/)), code: found(/"(\d{6})"/), email };
}

async function perform(id: string, story: number, step: Act, at: number): Promise<number> {
  const key = `key-${story}-act-${at}`;
  const { t } = 'who' in step ? await newest(id, step.who) : { t: '' };
  const post = async (path: string, body: object = {}, by = hub.browser()) =>
    (await by.post(path, body)).status;
  const openComment = async () => {
    const { rows } = await db.pool.query<{ id: string }>(
      'select id from agreement_comment where agreement_id = $1 and outcome is null order by at limit 1',
      [id],
    );
    return rows[0]?.id;
  };
  switch (step.do) {
    case 'sign': {
      const response = await hub.browser().get(`/api/signing?t=${encodeURIComponent(t)}`);
      if (response.status !== 200) return response.status;
      const view = (await response.json()) as SigningView;
      clock.move(minutes(2));
      await post('/api/signing/code', { t });
      const { code } = await newest(id, step.who);
      const last = view.versions.at(-1);
      const body = {
        t,
        key,
        version: (last?.version ?? 0) - (step.stale ? 1 : 0),
        code: step.wrong ? code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)) : code,
      };
      if (view.you.role === 'approves') return post('/api/signing/approve', body);
      const signature = { kind: 'typed', text: 'Me' };
      return post('/api/signing/sign', {
        ...body,
        sha256: last?.sha256,
        consent: true,
        name: 'Me',
        signature,
      });
    }
    case 'propose':
      return post('/api/signing/comment', { t, key, version: 1, place: '1.0', text: '', words: step.words });
    case 'take':
    case 'refuse': {
      const comment = await openComment();
      const outcome = step.do === 'take' ? 'taken' : 'refused';
      return comment ? post(`/api/agreements/${id}/comments/${comment}`, { outcome }, sender) : 200;
    }
    case 'revise': {
      const { rows } = await db.pool.query<{ version: number }>(
        'select version from agreement where id = $1',
        [id],
      );
      const version = (rows[0]?.version ?? 1) - (step.stale ? 1 : 0);
      const body = { version, html: html.replace('Third', `Fee ${step.fee}, third`) };
      return post(`/api/agreements/${id}/text`, body, sender);
    }
    case 'fill':
      return post('/api/signing/fill', { t, key, version: 1, answers: { them: 'Halden', no: 'x' } });
    case 'decline':
      return post('/api/signing/decline', { t, reason: 'No.' });
    case 'forward':
      return post('/api/signing/forward', { t, name: 'Else', email: `else.${story}.${at}@x.example` });
    case 'seen':
      return post('/api/signing/seen', { t });
    case 'withdraw':
      return post(`/api/agreements/${id}/withdraw`, {}, sender);
    case 'extend':
      return post(`/api/agreements/${id}/extend`, { days: 10 }, sender);
    case 'address':
      return post(
        `/api/agreements/${id}/people/${step.who}/address`,
        { email: `new.${story}.${at}@x.example` },
        sender,
      );
    case 'remind':
      return post(`/api/agreements/${id}/people/${step.who}/remind`, {}, sender);
    case 'tick':
      for (const job of hub.features.flatMap((feature) => feature.jobs ?? []))
        if (job.name === 'agreements-upkeep') await job.run();
      return 200;
    case 'deliver':
      await hub.deliver();
      return 200;
    case 'erase': {
      const { email } = await newest(id, step.who);
      if (email === '') return 200;
      const { rows } = await db.pool.query<{ name: string }>(
        'select name from agreement_person where agreement_id = $1 and n = $2',
        [id, step.who],
      );
      for (const feature of hub.features) await feature.person?.erase(email);
      await assertNamedNowhere(id, step.who, [email, rows[0]?.name ?? '']);
      return 200;
    }
    case 'remove':
      return (await sender.delete(`/api/agreements/${id}`)).status;
    case 'wait':
      clock.move(hours(step.hours));
      return 200;
  }
}

interface Row {
  n: number;
  email: string;
  role: string;
  state: string;
  turn: number;
  signature: unknown;
}

/** Who is erased is named nowhere, but in what both sides have signed. */
async function assertNamedNowhere(id: string, n: number, words: string[]): Promise<void> {
  const { rows } = await db.pool.query<{ state: string; is_signed: boolean }>(
    `select p.state, a.state = 'signed' as is_signed from agreement a join agreement_person p
     on p.agreement_id = a.id and p.n = $2 where a.id = $1`,
    [id, n],
  );
  if (!rows[0] || rows[0].is_signed || ['signed', 'approved'].includes(rows[0].state)) return;
  const { rows: kept } = await db.pool.query<{ text: string }>(
    `select row_to_json(e)::text as text from agreement_event e where agreement_id = $1
     union all select row_to_json(c)::text from agreement_comment c where agreement_id = $1 and person = $2
     union all select row_to_json(p)::text from agreement_person p where agreement_id = $1 and n = $2`,
    [id, n],
  );
  for (const { text } of kept) for (const word of words) expect(text).not.toContain(word);
}

/** What must hold after every act, whatever came before. */
async function assertLaws(id: string): Promise<void> {
  const { rows } = await db.pool.query('select * from agreement where id = $1', [id]);
  const agreement = rows[0];
  if (!agreement) return assertGone(id);
  const owner = agreement.owner_id as string;
  const events = (await eventsOf(db.tables(), owner, id)).map((event) => ({
    ...event,
    at: event.at.toISOString(),
  }));
  expect(await firstBroken(events, sha256)).toBeNull();
  expect(events.at(-1)?.hash).toBe(agreement.last_hash);
  const { rows: persons } = await db.pool.query<Row>(
    'select n, email, role, state, turn, signature from agreement_person where agreement_id = $1 order by n',
    [id],
  );
  const { rows: versions } = await db.pool.query<{ version: number; sha256: string }>(
    'select version, sha256 from agreement_version where agreement_id = $1 order by version',
    [id],
  );
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
  const current = versions.at(-1);
  // What somebody filled in, and words that both sides agreed on, are in every text after it.
  const { rows: texts } = await db.pool.query<{ doc: string }>(
    'select doc::text as doc from agreement_version where agreement_id = $1 order by version',
    [id],
  );
  const since = (words: RegExp) => texts.slice(texts.findIndex(({ doc }) => words.test(doc)) >>> 0);
  expect(since(/"Halden"/).filter(({ doc }) => !doc.includes('"Halden"'))).toEqual([]);
  expect(since(/"(?:Other|More)\."/).filter(({ doc }) => !/"(?:Other|More)\."/.test(doc))).toEqual([]);
  // Who counts as having signed signed the text that is current, and nothing else.
  const signers = persons.filter(({ state }) => state === 'signed');
  expect(signers.filter(({ signature }) => signature === null)).toEqual([]);
  expect(
    signers.map(({ n }) => events.findLast(({ kind, person }) => kind === 'signed' && n === person)?.data),
  ).toEqual(
    signers.map(() =>
      expect.objectContaining({ version: String(current?.version), sha256: current?.sha256 }),
    ),
  );
  const acted = persons.filter(({ state }) => state === 'signed' || state === 'approved');
  expect(agreement.state !== 'signed' || acted.length === persons.length).toBe(true);
  // Nobody acts before those whose turn comes first; who was erased has been taken out, and acts no more.
  const asked = persons.filter(({ state, email }) => state !== 'waiting' && email !== '');
  expect(
    asked.filter((person) => persons.some((one) => one.turn < person.turn && !acted.includes(one))),
  ).toEqual([]);
  expect(events.filter(({ kind }) => kind === 'sealed').length).toBe(agreement.sealed_sha256 ? 1 : 0);
  expect(agreement.sealed_sha256 === null || agreement.state === 'signed').toBe(true);
  expect(agreement.ended_at === null).toBe(agreement.state === 'out');
}

async function assertGone(id: string): Promise<void> {
  for (const part of ['version', 'file', 'person', 'event', 'comment']) {
    const { rows } = await db.pool.query(`select 1 from agreement_${part} where agreement_id = $1`, [id]);
    expect(rows, part).toEqual([]);
  }
}

test('whatever both sides do, in any order: who signed signed the current text, and the log is whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 3, maxLength: 3 }),
      fc.array(act, { minLength: 3, maxLength: 14 }),
      async (turns, acts) => {
        const { id, story } = await begin(turns);
        for (const [at, step] of acts.entries()) {
          expect(await perform(id, story, step, at)).toBeLessThan(500);
          await assertLaws(id);
        }
      },
    ),
    { numRuns: Number(process.env['LAW_RUNS'] ?? 12) },
  );
  expect(hub.unexpected).toEqual([]);
}, 580_000);

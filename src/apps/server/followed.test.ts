import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { hubOwner } from '#features/recovery/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { createPlans } from '#features/plans/server/public.ts';
import { createWebhooks } from '#platform/server/webhooks/webhooks.ts';
import { openWholeHub } from '#testing/whole-hub.ts';
import { tellFollowups } from './followed.ts';
import { createFollowups } from '#features/followups/server/public.ts';
import type { SequenceBody, Trigger } from '#features/followups/rules/contract.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-24T12:00:00Z');
const hub = await openWholeHub(db, { clock, hasLimits: false });
const plans = createPlans(hub.platform);
const webhooks = createWebhooks({ ...hub.platform, live: false });
beforeEach(async () => {
  await db.pool.query(
    'truncate outbound_message, contact, followup_sequence, account_user, consent_record, newsletter_request cascade',
  );
});

const begins = (name: string, trigger: Trigger, more: Partial<SequenceBody> = {}): SequenceBody => ({
  name,
  trigger,
  steps: [
    { id: 'tag1', kind: 'tag', add: true, tag: name },
    {
      id: 'mail1',
      kind: 'mail',
      subject: `About ${name}`,
      blocks: [{ id: 'text1', kind: 'text', text: 'Hello {{FirstName|there}}.' }],
    },
  ],
  stopsOnPurchase: false,
  again: true,
  holdOut: 0,
  isOn: true,
  ...more,
});

let files = 0;
async function command(line: string): Promise<string> {
  const said: string[] = [];
  const all = hub.features.flatMap(({ commands = [] }) => commands);
  const found = all.find(({ name }) => line.startsWith(name));
  await found?.run(
    line.slice(found.name.length).split(' ').filter(Boolean),
    (words) => void said.push(words),
  );
  return said.join('\n');
}
async function set(bodies: SequenceBody[]): Promise<string> {
  const file = join(tmpdir(), `hub-sequences-${process.pid}-${++files}.json`);
  await writeFile(file, JSON.stringify(bodies));
  return command(`followups set ${file}`);
}
const run = async () => {
  for (const job of hub.features.flatMap(({ jobs = [] }) => jobs))
    if (/^(?:followups-send|agreements-due|plans-tidy)$/.test(job.name)) await job.run();
};
const tagsOf = async (email: string, ownerId = hubOwner): Promise<string[]> =>
  (
    await db.pool.query<{ tags: string[] }>('select tags from contact where owner_id = $1 and email = $2', [
      ownerId,
      email,
    ])
  ).rows[0]?.tags.toSorted() ?? [];
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await db.pool.query<{ subject: string }>(
      `select payload->>'subject' as subject from outbound_message where payload->>'to' = $1
       and dedupe_key like 'followup:%' order by created_at`,
      [email],
    )
  ).rows.map(({ subject }) => subject);

async function seller(): Promise<void> {
  await command('recovery show');
  await db.pool.query(
    `update recovery_owner set delivery = delivery || '{"shopName":"Birch","postalAddress":"1 Mill Lane, York","quietFrom":0,"quietTo":0,"capHours":0}'
     where owner_id = $1`,
    [hubOwner],
  );
}

async function join_(email: string): Promise<void> {
  const answer = await hub
    .browser()
    .post('/api/auth/sign-up', { displayName: 'Ada Moore', email, password: 'meadow-lantern-otter' });
  expect(answer.status).toBe(200);
}

test('who joins, takes or loses a plan, or confirms the newsletter starts what the operator wrote for it', async () => {
  await seller();
  const said = await set([
    begins('joined', { on: 'joined' }),
    begins('pro', { on: 'plan', what: 'begun', plan: 'PRO' }),
    begins('any', { on: 'plan', what: 'begun', plan: '' }),
    begins('over', { on: 'plan', what: 'ended', plan: '' }),
    begins('reads', { on: 'subscribed' }),
  ]);
  expect(said).toContain('on   joined: when somebody opens an account, 2 steps');
  await join_('ada@wren.example');
  await run();
  expect(await tagsOf('ada@wren.example')).toEqual(['joined']);
  // An account is no consent: nothing is written to who didn't ask for it.
  expect(await mailsTo('ada@wren.example')).toEqual([]);
  await command('plan grant ada@wren.example PRO --months 1');
  await command('plan grant ada@wren.example PRO --months 2');
  await run();
  expect(await tagsOf('ada@wren.example')).toEqual(['any', 'joined', 'pro']);
  clock.move(days(70));
  await run();
  await run();
  expect(await tagsOf('ada@wren.example')).toEqual(['any', 'joined', 'over', 'pro']);
});

test('who donates, buys or gets money back is told of once, to the cent', async () => {
  await seller();
  await set([
    begins('gift', { on: 'gift', minCents: 500 }),
    begins('buyer', { on: 'bought', contains: 'kit', which: 'any', minCents: 4000 }),
    begins('back', { on: 'refunded' }),
    begins('reads', { on: 'subscribed' }),
  ]);
  const { platform } = hub;
  const told = tellFollowups(() => createFollowups(platform, { plans, webhooks }));
  const order = { email: 'mia@wren.example', orderId: 'ord_1', funnel: null };
  for (let n = 0; n < 2; n += 1)
    await db.transaction(async (trx) => {
      await told.gave(trx, { id: 'don_1', email: 'lia@wren.example', name: 'Lia', cents: 499 });
      await told.gave(trx, { id: 'don_2', email: 'tom@wren.example', name: 'Tom', cents: 500 });
      await told.bought(trx, order, ['Starter Kit'], 4900);
      await told.subscribed(trx, { id: 'sub_1', email: 'kim@wren.example' });
    });
  await db.transaction((trx) => told.refunded(trx, order, 'CN-1', 1900));
  await run();
  expect(await tagsOf('lia@wren.example')).toEqual([]);
  expect(await tagsOf('tom@wren.example')).toEqual(['gift']);
  expect(await tagsOf('mia@wren.example')).toEqual(['back', 'buyer']);
  expect(await tagsOf('kim@wren.example')).toEqual(['reads']);
  const { rows: orders } = await db.pool.query(
    'select (cents - refunded_cents)::int as cents from followup_order',
  );
  expect(orders).toEqual([{ cents: 3000 }]);
  const { rows } = await db.pool.query('select count(*)::int as n from followup_run');
  expect(rows).toEqual([{ n: 4 }]);
});

test('a file of sequences says what is wrong with it, keeps who is under way, and deletes nothing', async () => {
  await seller();
  await set([begins('joined', { on: 'joined' }), begins('gift', { on: 'gift', minCents: 500 })]);
  await join_('eva@wren.example');
  expect(await command('followups list')).toContain('1 under way');
  await set([begins('joined', { on: 'joined' }, { again: false })]);
  const said = await command('followups list');
  expect(said).toContain('1 under way');
  expect(said).toContain('off  gift');
  expect(JSON.parse(await command('followups show'))).toHaveLength(2);
  await expect(set([begins('one', { on: 'joined' }), begins('one', { on: 'joined' })])).rejects.toThrow(
    'Two sequences are named “one”.',
  );
  await expect(set([{ ...begins('x', { on: 'joined' }), steps: [] }])).rejects.toThrow(
    '0.steps: Add at least one step.',
  );
  await expect(command('followups delete nothing')).rejects.toThrow('no sequence named');
  expect(await command('followups delete gift')).toBe('Deleted “gift”.');
  expect(await command('followups people eva')).toContain('eva@wren.example  Ada Moore  none');
});

test('a member can’t start anything by what happens to other members of the hub', async () => {
  const browser = hub.browser();
  await browser.post('/api/auth/sign-up', {
    displayName: 'Eve',
    email: 'eve@wren.example',
    password: 'meadow-lantern-otter',
  });
  for (const trigger of [
    { on: 'joined' },
    { on: 'subscribed' },
    { on: 'gift' },
    { on: 'plan', what: 'ended', plan: '' },
  ] satisfies Trigger[]) {
    const answer = await browser.put('/api/followups/sequences/seq_mine', {
      ...begins('x', trigger),
      isOn: false,
      version: 0,
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Only the hub’s operator');
  }
});

test('who deletes their account is forgotten by the operator’s list, unless they read the newsletter', async () => {
  await seller();
  for (const email of ['gone@wren.example', 'reads@wren.example']) {
    const browser = hub.browser();
    await browser.post('/api/auth/sign-up', { displayName: 'Ada', email, password: 'meadow-lantern-otter' });
    if (email.startsWith('reads'))
      await db.pool.query(
        `insert into consent_record (id, address_key, address, purpose, consent_text, source, given_at, confirmed_at)
         values ('con_reads', $1, $1, 'newsletter', 'Yes', 'footer', $2, $2)`,
        [email, clock.now()],
      );
    const password = 'meadow-lantern-otter';
    expect((await browser.post('/api/account/delete', { password })).status).toBe(200);
  }
  const { rows } = await db.pool.query('select email from contact where owner_id = $1', [hubOwner]);
  expect(rows).toEqual([{ email: 'reads@wren.example' }]);
});

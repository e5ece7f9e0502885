import { expect, test } from 'vitest';
import { randomText } from '#base/id.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { firstCampaign } from '#features/recovery/rules/writing.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel } from '#testing/funnels-hub.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const hub = await openWholeHub(db);
const password = 'meadow-lantern-otter';
const another = 'violet-harbour-71-swim';

type Browser = ReturnType<typeof hub.browser>;

/** Tables that name a row's owner: what a feature stores for a member is in one of them. */
async function ownedTables(): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('owner_id', 'user_id') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** What strangersAccount leaves empty, and why nothing in it outlives the account. */
const notFilled: Record<string, string[]> = {
  'goes with the account by its foreign key': [
    'billing_details',
    'saved_file',
    'saved_form',
    'saved_version',
  ],
  'goes with its account, at the next look for files that nothing names': ['saved_kept_file'],
  'is sent from a confirmed address only, and goes with the account by its foreign key': [
    'agreement',
    'agreement_comment',
    'agreement_due',
    'agreement_event',
    'agreement_file',
    'agreement_open',
    'agreement_deleted',
    'agreement_signature',
    'agreement_person',
    'agreement_version',
  ],
  'goes with its funnel, or is counted beside it': [
    'funnel_count',
    'funnel_gift_file',
    'funnel_lead',
    'funnel_pace',
    'funnel_picture',
    'funnel_seen',
    'funnel_split',
    'funnel_split_count',
    'funnel_split_person',
  ],
  'is told by funnels, shops and programs, and goes with its sequence or its person': [
    'contact',
    'followup_day',
    'followup_history',
    'followup_message',
    'followup_order',
    'followup_run',
    'followup_segment',
    'followup_sequence',
    'followup_split',
    'followup_version',
    'text_consent',
    'text_count',
    'text_erased',
  ],
  'is uploaded for mail, and goes with the account': ['letter_picture'],
  'goes with the settings of recovery': ['recovery_buyer', 'recovery_connection', 'recovery_received'],
  'money: the books keep it, in nobody’s account, or it goes along': [
    'billing_subscription',
    'donation',
    'store_order',
  ],
  'a report of an error names who met it, for the operator': ['error_event'],
};

async function tablesNaming(uid: string): Promise<string[]> {
  const { rows: all } = await db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of all) {
    const { rows } = await db.pool.query(`select from "${name}" t where t::text like $1 limit 1`, [
      `%${uid}%`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function done<T = unknown>(answer: Promise<Response>): Promise<T> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as T;
}

/** Everything someone can leave in an account that they open in another person's name. */
async function strangersAccount(email: string) {
  const stranger = hub.browser();
  await done(stranger.post('/api/auth/sign-up', { displayName: 'Stranger', email, password }));
  const uid = (await stranger.who())?.uid ?? '';
  await db.pool.query(
    `insert into account_login (id, user_id, provider_id, account_id) values ($1, $2, 'oidc', $3)`,
    [`login of ${uid}`, uid, `https://provider.example stranger-${uid}`],
  );
  await db.pool.query(
    `insert into account_factor (owner_id, sealed, confirmed_at, recovery, created_at) values ($1, '', now(), '{}', now())`,
    [uid],
  );
  await db.pool.query(
    `insert into account_passkey (owner_id, id, name, public_key, counter, transports, backed_up, created_at)
     values ($1, $2, 'A way back', 'x', 0, '{}', false, now())`,
    [uid, `key of ${uid}`],
  );
  await db.pool.query(
    `insert into plan_subscription (owner_id, source, plan, billing_cycle, since) values ($1, 'granted', 'MULTI_CHANNEL', 'monthly', now())`,
    [uid],
  );
  const { secret: key } = await done<{ secret: string }>(
    stranger.post('/api/keys', { name: 'A way back', scopes: ['usage:read'] }),
  );
  await done(
    stranger.put('/api/branding', {
      owner: uid,
      changedAt: 1,
      base: null,
      branding: {
        companyName: 'Pay to the stranger',
        logo: '',
        primaryColor: '#112233',
        secondaryColor: '',
        accentColor: '',
        fontFamily: '',
        website: '',
        email: '',
        phone: '',
        address: '',
      },
    }),
  );
  await done(
    stranger.post('/api/saved', {
      key: 'k'.repeat(24),
      id: `template-${uid}`,
      name: 'Pay the stranger',
      content: '<p>IBAN of the stranger</p>',
    }),
  );
  await done(stranger.put('/api/cart', { items: [], version: 0 }));

  // As an older version allowed: now none is published before the address is confirmed.
  await db.pool.query(`update account_user set email_verified = true where id = $1`, [uid]);
  const funnel = aFunnel(`fun_${uid.slice(4)}`);
  await done(
    stranger.put(`/api/funnels/${funnel.id}`, { key: 'k'.repeat(24), base: 0, funnel, publish: 'now' }),
  );
  await db.pool.query(`update account_user set email_verified = false where id = $1`, [uid]);
  expect((await hub.browser().get(`/f/${funnel.slug}`)).status).toBe(200);

  const settings = { ...firstSettings(), autoRecovery: true };
  const delivery = {
    ...firstDelivery(),
    shopName: 'Stranger',
    postalAddress: 'Nowhere 1',
    webhookUrl: 'https://stranger.example/hook',
  };
  await done(stranger.put('/api/recovery/settings', { settings, delivery }));
  await done(stranger.post('/api/recovery/campaigns', { ...firstCampaign(), isOn: true }));
  await done(
    stranger.post('/api/recovery/carts', { email: 'buyer@example.com', totalCents: 100, consent: true }),
  );
  return { stranger, uid, key, funnel };
}

async function reset(email: string, word: string): Promise<{ owner: Browser; message: string }> {
  await done(hub.browser().post('/api/auth/forgot-password', { email }));
  await hub.deliver();
  const token = await hub.mailedToken(email);
  const { message } = await done<{ message: string }>(
    hub.browser().post('/api/auth/reset-password', { token, password: word }),
  );
  const owner = hub.browser();
  await done(owner.post('/api/auth/sign-in', { email, password: word }));
  return { owner, message };
}

test('[AUTH-1] an address first confirmed by a reset keeps nothing of the account’s earlier opener', async () => {
  const email = `owner-${randomText(8)}@example.com`;
  const { stranger, uid, key, funnel } = await strangersAccount(email);

  // Whoever adds a table for members' data declares here what happens to it.
  const filled = await tablesNaming(uid);
  expect((await ownedTables()).filter((name) => !filled.includes(name))).toEqual(
    Object.values(notFilled).flat().sort(),
  );

  const { owner, message } = await reset(email, another);
  expect(message).toContain('the account starts empty');
  expect(await owner.who()).toMatchObject({ email, emailVerified: true, displayName: 'User' });

  // Rate-limit counts, files about to be deleted, and the log.
  expect(await tablesNaming(uid)).toEqual(['rate_limit', 'saved_trash', 'security_event']);
  expect(await done(owner.get('/api/subscription'))).toMatchObject({ currentPlan: 'MULTI_CHANNEL' });
  expect(await stranger.who()).toBeNull();
  expect((await hub.browser().post('/api/auth/sign-in', { email, password })).status).toBe(401);
  expect((await hub.browser().get('/api/subscription', { authorization: `Bearer ${key}` })).status).toBe(401);
  await expect.poll(async () => (await hub.browser().get(`/f/${funnel.slug}`)).status).toBe(404);
});

test('an address confirmed before keeps everything through a reset', async () => {
  const email = `proven-${randomText(8)}@example.com`;
  const { stranger: member, uid, key } = await strangersAccount(email);
  const token = await hub.mailedToken(email);
  await done(member.post('/api/auth/verify-email', { token }));
  await db.pool.query(`delete from account_factor where owner_id = $1`, [uid]);
  const before = await tablesNaming(uid);
  const { owner, message } = await reset(email, another);
  expect(message).not.toContain('anew');
  expect((await owner.who())?.uid).toBe(uid);
  expect(await tablesNaming(uid)).toEqual(expect.arrayContaining(before));
  expect((await hub.browser().get('/api/subscription', { authorization: `Bearer ${key}` })).status).toBe(200);
});

test('no unexpected errors occurred in any of these tests', () => {
  expect(hub.unexpected).toEqual([]);
});

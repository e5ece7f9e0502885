import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { firstCampaign } from '#features/recovery/rules/writing.ts';
import { errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel } from '#testing/funnels-hub.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const hub = await openWholeHub(db, { clock, live: true });
const stranger = 'stranger@example.com';
const words = 'BUY-MY-PILLS';

const mailsTo = async (address: string) =>
  (
    await db.pool.query<{ payload: { why: string; subject: string; body: unknown } }>(
      `select payload from outbound_message where channel = 'mail' and payload->>'to' = $1 order by created_at`,
      [address],
    )
  ).rows.map(({ payload }) => payload);

async function member() {
  const browser = hub.browser();
  const email = `member-${randomText(8)}@example.com`;
  const data = { displayName: words, email, password: 'meadow-lantern-otter' };
  expect((await browser.post('/api/auth/sign-up', data)).status).toBe(200);
  const prove = async () => {
    const token = await hub.mailedToken(email);
    expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200);
  };
  return { browser, email, prove };
}

function funnelOf(text: string) {
  const funnel = aFunnel(`fun_${randomText(20)}`);
  const settings = { ...funnel.settings, doubleOptIn: true };
  const steps = funnel.steps.map((step) => ({
    ...step,
    blocks: step.blocks.map((block) =>
      block.type === 'optin' ? { ...block, values: { ...block.values, consent: text } } : block,
    ),
  }));
  return { ...funnel, name: text, settings, steps, style: { ...funnel.style, company: text } };
}
const step = { afterHours: 1, subject: words, body: words, discountPercent: 0 };

test('a test email is only sent once the member’s own address is confirmed', async () => {
  const { browser, email, prove } = await member();
  const refused = await browser.post('/api/recovery/test-mail', step);
  expect(refused.status).toBe(403);
  expect((await errorOf(refused)).message).toMatch(/^Confirm your email address first/);
  expect(JSON.stringify(await mailsTo(email))).not.toContain(words);
  await prove();
  expect((await browser.post('/api/recovery/test-mail', step)).status).toBe(200);
  // Two of one moment stand in any order.
  const mails = await mailsTo(email);
  expect(mails.filter(({ why }) => why === 'account')).toMatchObject([{ subject: `Test: ${words}` }]);
});

test('a funnel can be published once its member is confirmed; until then it is saved and says why', async () => {
  const { browser, prove } = await member();
  const funnel = funnelOf(words);
  const put = async (base: number) =>
    (await (
      await browser.put(`/api/funnels/${funnel.id}`, { key: randomText(24), base, funnel, publish: 'now' })
    ).json()) as { version: number; head: { publishRefusal: string | null; live: unknown } };
  const first = await put(0);
  expect(first.head).toMatchObject({
    live: null,
    publishRefusal: expect.stringMatching(/^Confirm your email/),
  });
  expect((await hub.browser().get(`/f/${funnel.slug}`)).status).toBe(404);
  await prove();
  expect((await put(first.version)).head).toMatchObject({
    publishRefusal: null,
    live: { slug: funnel.slug },
  });
  expect((await hub.browser().get(`/f/${funnel.slug}`)).status).toBe(200);
});

test('email to strangers who haven’t agreed to anything contains nothing the member wrote', async () => {
  const { browser, prove } = await member();
  await prove();
  const funnel = funnelOf(words);
  await browser.put(`/api/funnels/${funnel.id}`, { key: randomText(24), base: 0, funnel, publish: 'now' });
  const block = funnel.steps.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'optin')?.id ?? '';
  const { token } = (await (await browser.get('/api/funnels/form')).json()) as { token: string };
  clock.move(5000);
  const form = new URLSearchParams({ block, token, email: stranger, name: words, consent: 'yes' });
  const left = await hub.app.request(`http://hub.test/f/${funnel.slug}`, {
    method: 'POST',
    body: form,
    headers: { origin: 'http://hub.test' },
  });
  expect(left.status).toBe(303);
  const [mail, ...more] = await mailsTo(stranger);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Confirm your email address', why: 'typed' });
  expect(JSON.stringify(mail)).not.toContain(words);

  // They see what it was where they ask for it.
  const link = /"url":\s*"[^"]+(\/f\/-\/confirm\?t=[^"]+)"/.exec(JSON.stringify(mail))?.[1] ?? '';
  const page = await (await hub.browser().get(link)).text();
  expect(page).toContain(`Entered on: ${words}`);
});

test('reminders of an unconfirmed member are not sent', async () => {
  const { browser } = await member();
  const buyer = `buyer-${randomText(8)}@example.com`;
  const settings = { ...firstSettings(), autoRecovery: true, emailDelay: 1 };
  const delivery = {
    ...firstDelivery(),
    shopName: words,
    postalAddress: 'Nowhere 1',
    quietFrom: 0,
    quietTo: 0,
  };
  const kept = [
    await browser.put('/api/recovery/settings', { settings, delivery }),
    await browser.post('/api/recovery/campaigns', { ...firstCampaign(), isOn: true }),
  ];
  for (const answer of kept) expect(answer.status, await answer.text()).toBe(200);
  const cart = { email: buyer, totalCents: 100, consent: true };
  expect((await browser.post('/api/recovery/carts', cart)).status).toBe(200);
  clock.move(2 * 3_600_000);
  for (const job of hub.features.flatMap(({ jobs }) => jobs ?? []))
    if (job.name === 'recovery-send') await job.run();
  expect(await mailsTo(buyer)).toEqual([]);
  const { rows } = await db.pool.query(
    `select state, reason from recovery_message m join recovery_cart c
    on c.id = m.cart_id where c.email = $1 order by step limit 1`,
    [buyer],
  );
  expect(rows).toEqual([{ state: 'not sent', reason: expect.stringContaining('address isn’t confirmed') }]);
});

test('no unexpected errors occurred in any of these tests', () => {
  expect(hub.unexpected).toEqual([]);
});

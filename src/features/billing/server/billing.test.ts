// Long because: one test a fault of the money's way, flat, on one database.
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { billingHub } from '#testing/billing-hub.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const rows = async (sql: string, values: unknown[] = []) =>
  (await db.pool.query<Record<string, unknown>>(sql, values)).rows;
const payments = () =>
  rows('select cents::int, kind, invoice_number, refunded_cents::int from billing_payment order by at, kind');
const states = async () =>
  (await rows('select state from billing_subscription order by created_at, id')).map(({ state }) => state);
const day = (iso: string | null | undefined) => iso?.slice(0, 10);

test('a member chooses PRO, agrees, and has it, with an invoice and a receipt', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { quote, there } = await hub.begin(ada, 'PRO');
  expect(quote).toMatchObject({ kind: 'start', dueNowCents: 2900, nextPaymentCents: 2900 });
  expect(await hub.planOf(ada)).toBe('FREE');
  there.approve();
  await hub.hear();
  expect(await hub.planOf(ada)).toBe('PRO');
  const seen = await hub.overview(ada);
  expect(seen.current).toMatchObject({
    plan: 'PRO',
    cycle: 'monthly',
    state: 'active',
    nextPaymentCents: 2900,
  });
  expect(day(seen.current?.nextPaymentAt)).toBe('2026-12-01');
  expect(seen.invoices).toMatchObject([{ number: '2026-00001', cents: 2900 }]);
  const [receipt] = await hub.mails(ada.email);
  expect(receipt?.subject).toBe('Paid: PRO, monthly');
  expect(receipt?.words).toContain('2026-00001');
  const pdf = await hub.get(`/api/billing/invoices/${seen.invoices[0]?.id}`, ada);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect((await hub.get(`/api/billing/invoices/${seen.invoices[0]?.id}`, await hub.member())).status).toBe(
    404,
  );
  expect(await rows('select is_subscribed from account_profile where owner_id = $1', [ada.uid])).toEqual([
    { is_subscribed: true },
  ]);
});

test('tax is added to a plan by the rules of the store, and stands on the invoice', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { quote } = await hub.choose(ada, 'PRO', 'yearly', 'DE');
  expect(quote).toMatchObject({ netCents: 27800, taxCents: 5282, dueNowCents: 33082, taxWords: 'Tax, 19 %' });
  expect(await rows('select cents::int, tax_cents::int from billing_payment')).toEqual([
    { cents: 33082, tax_cents: 5282 },
  ]);
});

test('an upgrade costs what was shown, counts at once, and the plan before is cancelled at PayPal', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const first = await hub.choose(ada, 'PRO');
  hub.clock.move(days(15));
  const second = await hub.choose(ada, 'MULTI_CHANNEL');
  expect(second.quote).toMatchObject({ kind: 'upgrade', creditCents: 1450, dueNowCents: 6450, from: 'PRO' });
  expect(await hub.planOf(ada)).toBe('MULTI_CHANNEL');
  await hub.deliver();
  expect(first.there.status).toBe('CANCELLED');
  expect(second.there.status).toBe('ACTIVE');
  await hub.hear();
  expect(await states()).toEqual(['ended', 'active']);
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 6450]);
  await hub.live(40);
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 6450, 7900]);
});

test('a downgrade comes when what is paid has run out, and nothing is taken before', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'MULTI_CHANNEL');
  hub.clock.move(days(10));
  const { quote } = await hub.choose(ada, 'PRO');
  expect(quote).toMatchObject({ kind: 'downgrade', when: 'later', dueNowCents: 0, nextPaymentCents: 2900 });
  expect(await hub.planOf(ada)).toBe('MULTI_CHANNEL');
  const seen = await hub.overview(ada);
  expect(seen.next).toMatchObject({ plan: 'PRO', cents: 2900 });
  expect(day(seen.next?.at)).toBe('2026-12-01');
  await hub.live(19);
  expect(await hub.planOf(ada)).toBe('MULTI_CHANNEL');
  await hub.live(3);
  expect(await hub.planOf(ada)).toBe('PRO');
  expect((await payments()).map(({ cents }) => cents)).toEqual([7900, 2900]);
});

test('cancelled, a plan stays to the end of what is paid; taken up again it goes on and costs nothing now', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  hub.clock.move(days(5));
  const after = await hub.cancel(ada);
  expect(after.current).toMatchObject({ state: 'ending', nextPaymentAt: null, cancelTold: false });
  expect(await hub.planOf(ada)).toBe('PRO');
  await hub.deliver();
  expect((await hub.overview(ada)).current?.cancelTold).toBe(true);
  const { quote } = await hub.choose(ada, 'PRO');
  expect(quote).toMatchObject({ kind: 'resume', dueNowCents: 0, nextPaymentCents: 2900 });
  await hub.live(30);
  expect(await hub.planOf(ada)).toBe('PRO');
  await hub.cancel(ada);
  await hub.deliver();
  await hub.live(40);
  expect(await hub.planOf(ada)).toBe('FREE');
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 2900]);
});

test('PayPal away at the moment of cancelling: it is said, kept, and done when PayPal is back', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  hub.setAway(true);
  expect((await hub.cancel(ada)).current).toMatchObject({ state: 'ending', cancelTold: false });
  await hub.deliver();
  expect(there.status).toBe('ACTIVE');
  expect((await hub.overview(ada)).current?.cancelTold).toBe(false);
  hub.setAway(false);
  hub.clock.move(3_600_000);
  await hub.deliver();
  expect(there.status).toBe('CANCELLED');
  expect((await hub.overview(ada)).current?.cancelTold).toBe(true);
});

test('charged although it was cancelled, because PayPal could not be told: the money goes back', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  hub.clock.move(days(29));
  await hub.cancel(ada);
  hub.clock.move(days(2));
  hub.paypal.subscriptions.renewDue();
  await hub.hear();
  await hub.deliver();
  expect(there.sales().map(({ refundedCents }) => refundedCents)).toEqual([0, 2900]);
  expect(await payments()).toMatchObject([
    { kind: 'first', refunded_cents: 0 },
    { kind: 'unwanted', refunded_cents: 2900, invoice_number: null },
  ]);
});

test('a failed renewal is tried after 2, 5, 7 and 7 days with a mail each, then the plan is FREE', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  there.fails(true);
  await hub.live(30);
  expect((await hub.overview(ada)).current).toMatchObject({ state: 'past_due' });
  expect(await hub.planOf(ada)).toBe('PRO');
  await hub.live(20);
  expect(await hub.planOf(ada)).toBe('PRO');
  await hub.live(3);
  expect(await hub.planOf(ada)).toBe('FREE');
  await hub.deliver();
  expect(there.status).toBe('CANCELLED');
  const subjects = (await hub.mails(ada.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'The payment for PRO, monthly failed')).toHaveLength(4);
  expect(subjects.at(-1)).toBe('You’re now on the FREE plan');
  expect(await payments()).toHaveLength(1);
});

test('paid in the grace, by hand or by a retry, the plan goes on as if nothing had been', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  there.fails(true);
  await hub.live(31);
  expect((await hub.post('/api/billing/pay', undefined, ada)).status).toBe(409);
  there.fails(false);
  hub.clock.move(60_000);
  expect((await hub.post('/api/billing/pay', undefined, ada)).status).toBe(200);
  const seen = await hub.overview(ada);
  expect(seen.current).toMatchObject({ state: 'active', retryAt: null });
  expect(day(seen.current?.nextPaymentAt)).toBe('2027-01-01');
  expect((await hub.post('/api/billing/pay', undefined, ada)).status).toBe(409);
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 2900]);
});

test('an upgrade during the grace starts anew at the full price; what failed is never collected', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  there.fails(true);
  await hub.live(32);
  const { quote } = await hub.choose(ada, 'AI_CONTENT');
  expect(quote).toMatchObject({ kind: 'start', dueNowCents: 4900, creditCents: 0 });
  expect(await hub.planOf(ada)).toBe('AI_CONTENT');
  there.fails(false);
  await hub.live(25);
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 4900]);
  expect(there.status).toBe('CANCELLED');
});

test('two upgrades at once: asked for the same it is one; of two different the second’s money goes back', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  hub.clock.move(days(15));
  const same = await Promise.all([1, 2, 3, 4].map(() => hub.begin(ada, 'AI_CONTENT')));
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  const other = await hub.begin(ada, 'MULTI_CHANNEL');
  same[0]!.there.approve();
  other.there.approve();
  await hub.hear({ times: 2 });
  await hub.deliver();
  await hub.hear({ times: 2, shuffled: true });
  expect(await hub.planOf(ada)).toBe('AI_CONTENT');
  expect(other.there.status).toBe('CANCELLED');
  expect(other.there.sales()[0]?.refundedCents).toBe(6450);
  expect((await payments()).filter(({ kind }) => kind === 'unwanted')).toMatchObject([
    { refunded_cents: 6450 },
  ]);
});

test('notices late, twice, shuffled, or lost: every payment is written down once', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.begin(ada, 'PRO');
  there.approve();
  await hub.hear({ lost: true });
  await hub.job();
  expect(await hub.planOf(ada)).toBe('FREE');
  hub.clock.move(130_000);
  await hub.job();
  expect(await hub.planOf(ada)).toBe('PRO');
  await hub.live(40, { lost: true });
  expect((await payments()).map(({ invoice_number }) => invoice_number)).toEqual([
    '2026-00001',
    '2026-00002',
  ]);
  const everything = hub.paypal.webhooks.sent.toReversed();
  const again = everything.flatMap((notice) => [notice, hub.anew(notice), hub.anew(notice)]);
  const answers = await Promise.all(again.map(hub.notify));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await payments()).toHaveLength(2);
});

test('another amount than agreed changes nothing, is kept apart, and the operator is told', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.begin(ada, 'PRO');
  there.charge(100);
  there.approve();
  await hub.hear();
  expect(await hub.planOf(ada)).toBe('FREE');
  expect(await payments()).toMatchObject([{ kind: 'mismatch', cents: 100, invoice_number: null }]);
  expect((await hub.mails('owner@birch.example')).map(({ subject }) => subject)).toContain(
    'A subscription payment had the wrong amount',
  );
});

test('a notice that PayPal did not sign, of a foreign subscription or of a strange shape changes nothing', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  const kinds = ['BILLING.SUBSCRIPTION.CANCELLED', 'PAYMENT.SALE.COMPLETED', 'PAYMENT.SALE.REFUNDED'];
  const resources = [
    {},
    { id: 'I-FOREIGN' },
    { billing_agreement_id: 7 },
    { sale_id: 'x', amount: null },
    { id: 'R-1', sale_id: 'x', amount: { total: '-29.00', currency: 'USD' } },
  ];
  for (const [at, resource] of resources.entries())
    for (const type of kinds) {
      const body = JSON.stringify({ id: `WH-${at}-${type}`, event_type: type, resource });
      expect((await hub.notify(hub.paypal.webhooks.sign(body))).status).toBe(200);
    }
  // Believed, this would be the whole of what was paid.
  const [sale] = there.sales();
  const resource = { id: 'R-2', sale_id: sale?.id, amount: { total: '-29.00', currency: 'USD' } };
  const forged = JSON.stringify({ id: 'WH-forged', event_type: 'PAYMENT.SALE.REFUNDED', resource });
  const genuine = hub.paypal.webhooks.sign('{}');
  expect((await hub.notify({ ...genuine, body: forged })).status).toBe(403);
  expect((await hub.notify({ headers: {}, body: forged })).status).toBe(403);
  expect(await hub.planOf(ada)).toBe('PRO');
  expect(await payments()).toMatchObject([{ cents: 2900, refunded_cents: 0 }]);
});

test('a deleted account is charged no more, and its invoices stay', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  const late = await hub.begin(ada, 'ENTERPRISE');
  await db.pool.query('delete from account_user where id = $1', [ada.uid]);
  await hub.job();
  await hub.deliver();
  expect(there.status).toBe('CANCELLED');
  late.there.approve();
  await hub.hear();
  await hub.deliver();
  expect(late.there.status).toBe('CANCELLED');
  const [taken] = late.there.sales();
  expect(taken?.refundedCents).toBe(taken?.cents);
  expect((await payments()).map(({ kind }) => kind).toSorted()).toEqual(['first', 'unwanted']);
});

test('a price that is not the one shown is said, and nothing is begun', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const body = { plan: 'PRO', cycle: 'monthly', country: 'US', seenDueNowCents: 1, seenNextCents: 2900 };
  const refused = await hub.post('/api/billing/change', body, ada);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('The price is now $29');
  expect(await states()).toEqual([]);
  expect((await hub.post('/api/billing/change', { ...body, plan: 'FREE' }, ada)).status).toBe(400);
  expect((await hub.post('/api/billing/change', { ...body, plan: 'GOLD' }, ada)).status).toBe(400);
  expect((await hub.post('/api/billing/change', body)).status).toBe(401);
  hub.setAway(true);
  const away = await hub.post('/api/billing/change', { ...body, seenDueNowCents: 2900 }, ada);
  expect(away.status).toBe(503);
  expect(await away.text()).toContain('Nothing was charged');
});

test('an upgrade agreed to after a withdrawal is not paid with money that was given back', async () => {
  for (const [plan, cycle] of [
    ['ENTERPRISE', 'monthly'],
    ['ENTERPRISE', 'yearly'],
  ] as const) {
    const hub = await billingHub(db);
    const ada = await hub.member();
    await hub.choose(ada, 'MULTI_CHANNEL', 'yearly', 'IE');
    const late = await hub.begin(ada, plan, cycle, 'IE');
    expect((await hub.post('/api/billing/withdraw', undefined, ada)).status).toBe(200);
    late.there.approve();
    await hub.hear({ times: 2 });
    await hub.deliver();
    expect(await hub.planOf(ada)).toBe('FREE');
    expect(late.there.status).toBe('CANCELLED');
    for (const sale of late.there.sales()) expect(sale.refundedCents).toBe(sale.cents);
  }
});

test('a withdrawal within fourteen days gives everything back, and the counted rest of the plan before', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO', 'monthly', 'DE');
  hub.clock.move(days(15));
  await hub.choose(ada, 'AI_CONTENT', 'monthly', 'DE');
  hub.clock.move(days(13));
  expect((await hub.overview(ada)).current?.withdrawUntil).not.toBeNull();
  expect((await hub.post('/api/billing/withdraw', undefined, ada)).status).toBe(200);
  expect(await hub.planOf(ada)).toBe('FREE');
  await hub.deliver();
  await hub.hear({ times: 2 });
  const tax = (net: number) => Math.round(net * 1.19);
  expect(await payments()).toMatchObject([
    { cents: tax(2900), refunded_cents: Math.round((1450 * tax(2900)) / 2900) },
    { cents: tax(4900 - 1450), refunded_cents: tax(4900 - 1450) },
  ]);
  expect(await rows('select number from billing_credit_note order by number')).toEqual([
    { number: 'CN-2026-00001' },
    { number: 'CN-2026-00002' },
  ]);
  const us = await hub.member();
  await hub.choose(us, 'PRO');
  expect((await hub.overview(us)).current?.withdrawUntil).toBeNull();
  expect((await hub.post('/api/billing/withdraw', undefined, us)).status).toBe(409);
});

test('paid on the last day of January, a plan is due on the leap day and on the last of March', async () => {
  const hub = await billingHub(db, { start: '2028-01-31T10:00:00Z' });
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  expect(day((await hub.overview(ada)).current?.nextPaymentAt)).toBe('2028-02-29');
  await hub.live(40);
  const seen = await hub.overview(ada);
  expect(seen.current?.state).toBe('active');
  expect(await payments()).toHaveLength(2);
  expect(day(seen.current?.nextPaymentAt)).toBe('2028-03-31');
});

test('a clock that jumps forty days ahead finds the renewal and loses nothing', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  hub.clock.move(days(40));
  await hub.job();
  expect(await hub.planOf(ada)).toBe('PRO');
  hub.paypal.subscriptions.renewDue();
  await hub.hear();
  expect(day((await hub.overview(ada)).current?.nextPaymentAt)).toBe('2027-01-01');
});

test('an agreed downgrade is undone by keeping the plan, or overtaken by a larger: none is charged twice', async () => {
  const hub = await billingHub(db);
  const [ada, ben] = [await hub.member(), await hub.member()];
  for (const who of [ada, ben]) {
    await hub.choose(who, 'MULTI_CHANNEL');
    await hub.choose(who, 'PRO');
  }
  const { quote } = await hub.choose(ada, 'MULTI_CHANNEL');
  expect(quote).toMatchObject({ kind: 'resume', dueNowCents: 0, nextPaymentCents: 7900 });
  hub.clock.move(60_000);
  await hub.choose(ben, 'ENTERPRISE');
  await hub.live(33);
  expect([await hub.planOf(ada), await hub.planOf(ben)]).toEqual(['MULTI_CHANNEL', 'ENTERPRISE']);
  const paid = async (who: { uid: string }) =>
    (await hub.overview(who as never)).invoices.map(({ cents }) => cents);
  expect(await paid(ada)).toEqual([7900, 7900]);
  expect(await paid(ben)).toEqual([19900, 12000, 7900]);
});

test('a year for a month counts the month; a month for a year comes when the year is over', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  hub.clock.move(days(15));
  const year = await hub.choose(ada, 'PRO', 'yearly');
  expect(year.quote).toMatchObject({ kind: 'cycle', when: 'now', dueNowCents: 27800 - 1450 });
  await hub.deliver();
  hub.clock.move(days(100));
  const month = await hub.choose(ada, 'PRO', 'monthly');
  expect(month.quote).toMatchObject({ kind: 'cycle', when: 'later', dueNowCents: 0 });
  await hub.deliver();
  hub.clock.move(days(263));
  await hub.live(4);
  expect((await hub.overview(ada)).current).toMatchObject({ plan: 'PRO', cycle: 'monthly', state: 'active' });
  expect((await payments()).map(({ cents }) => cents)).toEqual([2900, 26350, 2900]);
});

test('pressed in several windows at once, paying collects once and cancelling ends once', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  there.fails(true);
  await hub.live(31);
  there.fails(false);
  const pressed = await Promise.all([1, 2, 3, 4].map(() => hub.post('/api/billing/pay', undefined, ada)));
  expect(pressed.some(({ status }) => status === 200)).toBe(true);
  expect(there.sales().map(({ cents }) => cents)).toEqual([2900, 2900]);
  expect(await payments()).toHaveLength(2);
  await Promise.all([hub.cancel(ada), hub.cancel(ada), hub.hear({ times: 2 })]);
  await hub.deliver();
  expect(there.status).toBe('CANCELLED');
  const cancelled = (await hub.mails(ada.email)).filter(({ subject }) => subject.startsWith('Canceled'));
  expect(cancelled).toHaveLength(1);
});

test('whoever pays by the year is told once, a week before the next one; whoever cancelled is not', async () => {
  const hub = await billingHub(db);
  const [ada, ben] = [await hub.member(), await hub.member()];
  await hub.choose(ada, 'PRO', 'yearly');
  await hub.choose(ben, 'PRO', 'yearly');
  await hub.cancel(ben);
  const told = async (who: { email: string }) =>
    (await hub.mails(who.email)).filter(({ subject }) => subject.includes('renews on')).length;
  hub.clock.move(days(357));
  await hub.job();
  expect(await told(ada)).toBe(0);
  hub.clock.move(days(2));
  for (let twice = 0; twice < 2; twice++) await hub.job();
  expect([await told(ada), await told(ben)]).toEqual([1, 0]);
  await hub.live(8);
  expect(await told(ada)).toBe(1);
  expect((await payments()).map(({ cents }) => cents)).toEqual([27800, 27800, 27800]);
  expect(await hub.planOf(ben)).toBe('FREE');
});

test('a monthly donation thanks each month, and its own link stops it', async () => {
  const hub = await billingHub(db);
  const begun = await hub.post('/api/monthly-donations', { cents: 500, email: 'grace@example.com' });
  const { approveUrl } = (await begun.json()) as { approveUrl: string };
  hub.there(approveUrl).approve();
  await hub.hear();
  await hub.live(31);
  const mails = await hub.mails('grace@example.com');
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Thank you for your monthly donation'));
  const gift = decodeURIComponent(/gift=([^"]+)/.exec(mails[0]?.words ?? '')?.[1] ?? '');
  expect(await (await hub.get(`/api/monthly-donations?gift=${gift}`)).json()).toMatchObject({
    state: 'active',
    cents: 500,
  });
  for (let twice = 0; twice < 2; twice++)
    expect((await hub.post('/api/monthly-donations/stop', { gift })).status).toBe(200);
  await hub.live(40);
  expect((await payments()).map(({ invoice_number }) => invoice_number)).toEqual([null, null]);
  for (const wrong of ['', 'sub_x.AAAA', `${gift}x`])
    expect((await hub.post('/api/monthly-donations/stop', { gift: wrong })).status).toBe(404);
  for (const body of [{ cents: 99 }, { cents: 1_000_001 }, { cents: 1.5 }, { email: 'a@b.co, c@d.co' }])
    expect((await hub.post('/api/monthly-donations', { cents: 500, email: 'a@b.co', ...body })).status).toBe(
      400,
    );
});

test('the operator lists, shows, gives back once, cancels, and sees the months', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  expect((await hub.command('subscriptions', 'list')).at(-1)).toBe('1 subscription');
  expect((await hub.command('subscriptions', 'show', ada.email)).join('\n')).toContain('2026-00001');
  const sale = there.sales()[0]!.id;
  hub.setLosing(true);
  await expect(hub.command('subscriptions', 'refund', sale, '10')).rejects.toThrow();
  hub.setLosing(false);
  await expect(hub.command('subscriptions', 'refund', sale, '10', 'sorry')).rejects.toThrow(
    'has gone through now',
  );
  expect(there.sales()[0]?.refundedCents).toBe(1000);
  await hub.hear({ times: 2 });
  expect(await payments()).toMatchObject([{ refunded_cents: 1000 }]);
  await hub.command('subscriptions', 'cancel', ada.email);
  await expect(hub.command('subscriptions', 'cancel', ada.email)).rejects.toThrow(/already|no subscription/);
  await hub.live(31);
  const report = await hub.command('subscriptions', 'report', '2');
  expect(report[1]).toBe('2026-11  $29  $29  $0  $0  $0  - | $19');
  expect(report[2]).toBe('2026-12  $0  $0  $0  $0  -$29  100.0 % | $0');
});

test('a person takes along what they paid; erased, they are charged no more and invoices stay', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO');
  expect(JSON.stringify(await hub.person.export(ada.email))).toContain('2026-00001');
  expect(await hub.person.export('nobody@example.com')).toBeNull();
  expect((await hub.person.erase(ada.email)).join()).toContain('invoices for years');
  await hub.deliver();
  expect(there.status).toBe('CANCELLED');
  expect(await payments()).toHaveLength(1);
});

test('what is never agreed to is forgotten after three days, and still counts if the yes comes later', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.begin(ada, 'PRO');
  hub.setAway(true);
  const bob = await hub.member();
  await expect(hub.begin(bob, 'PRO')).rejects.toThrow('Nothing was charged');
  hub.setAway(false);
  await hub.live(5);
  expect(await states()).toEqual(['abandoned', 'abandoned']);
  await hub.tidy();
  there.approve();
  await hub.hear();
  expect(await hub.planOf(ada)).toBe('PRO');
  expect(await hub.planOf(bob)).toBe('FREE');
  hub.clock.move(days(181));
  await hub.tidy();
  expect(await states()).toEqual(['active']);
});

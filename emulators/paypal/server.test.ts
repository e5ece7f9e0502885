import { afterAll, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { startPayPalEmulator } from './server.ts';

const clock = movableClock('2026-01-31T00:00:00Z');
const paypal = await startPayPalEmulator({ clock });
afterAll(() => paypal.close());

const basic = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
const { access_token } = (await (
  await fetch(`${paypal.origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: 'grant_type=client_credentials',
  })
).json()) as { access_token: string };

interface Answer {
  status: number;
  json: Record<string, never> & { id: string; links: { rel: string; href: string }[]; status: string };
}
async function call(method: string, path: string, body?: unknown, id?: string): Promise<Answer> {
  const response = await fetch(`${paypal.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      ...(id && { 'paypal-request-id': id }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: (text ? JSON.parse(text) : {}) as Answer['json'] };
}

const back = 'http://127.0.0.1:3000/back';
const order = (context: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'USD', value: '12.50' } }],
  application_context: context,
});
const press = (path: string, form: Record<string, string>) =>
  fetch(`${paypal.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });

test('an order is approved on a page without a script, and leads back to the shop', async () => {
  const { json } = await call('POST', '/v2/checkout/orders', order({ return_url: back }));
  const link = json.links.find(({ rel }) => rel === 'approve')?.href ?? '';
  expect(await (await fetch(link)).text()).toContain('12.50 USD');
  const pressed = await press('/checkoutnow', { token: json.id, act: 'approve' });
  expect(pressed.headers.get('location')).toBe(`${back}?token=${json.id}`);
  expect((await call('POST', `/v2/checkout/orders/${json.id}/capture`, {})).json.status).toBe('COMPLETED');
});

test('the window leads to no page of another machine', async () => {
  const { json } = await call('POST', '/v2/checkout/orders', order({ return_url: 'https://evil.example/' }));
  const pressed = await press('/checkoutnow', { token: json.id, act: 'approve' });
  expect(pressed.status).toBe(200);
  expect(pressed.headers.get('location')).toBeNull();
});

test('a deed asked for twice by one id is done once; without the token nothing is done', async () => {
  const [one, two] = await Promise.all([
    call('POST', '/v2/checkout/orders', order(), 'same'),
    call('POST', '/v2/checkout/orders', order(), 'same'),
  ]);
  expect(one.json.id).toBe(two.json.id);
  const bare = await fetch(`${paypal.origin}/v2/checkout/orders`, { method: 'POST', body: '{}' });
  expect(bare.status).toBe(401);
});

const money = (value: string) => ({ currency_code: 'USD', value });

async function subscribed(extra: object = {}): Promise<string> {
  const plan = await call('POST', '/v1/billing/plans', {
    billing_cycles: [
      {
        tenure_type: 'REGULAR',
        frequency: { interval_unit: 'MONTH', interval_count: 1 },
        pricing_scheme: { fixed_price: money('19.00') },
      },
    ],
    payment_preferences: { payment_failure_threshold: 2 },
  });
  const made = await call('POST', '/v1/billing/subscriptions', {
    plan_id: plan.json.id,
    application_context: { return_url: back },
    ...extra,
  });
  const pressed = await press('/webapps/billing/subscriptions', {
    subscription: made.json.id,
    act: 'approve',
  });
  expect(pressed.headers.get('location')).toBe(`${back}?subscription_id=${made.json.id}`);
  return made.json.id;
}
const read = async (id: string) => (await call('GET', `/v1/billing/subscriptions/${id}`)).json;
const paidBy = async (id: string) =>
  (
    (await call('GET', `/v1/billing/subscriptions/${id}/transactions`)).json as unknown as {
      transactions: { amount_with_breakdown: { gross_amount: { value: string } } }[];
    }
  ).transactions.map((each) => each.amount_with_breakdown.gross_amount.value);

test('a subscription is charged at once and at the last day of each month', async () => {
  const id = await subscribed();
  expect(await paidBy(id)).toEqual(['19.00']);
  await paypal.advance(days(28));
  expect(await paidBy(id)).toEqual(['19.00', '19.00']);
  expect((await read(id)).status).toBe('ACTIVE');
});

test('one that starts later takes its setup fee now and its price then', async () => {
  const start = new Date(clock.now().getTime() + days(60)).toISOString();
  const id = await subscribed({
    start_time: start,
    plan: { payment_preferences: { setup_fee: money('5.00') } },
  });
  expect(await paidBy(id)).toEqual(['5.00']);
  await paypal.advance(days(40));
  expect(await paidBy(id)).toEqual(['5.00', '19.00']);
});

test('renewals that fail suspend it; what is left open can be taken, and it goes on', async () => {
  const id = await subscribed();
  paypal.subscriptions.setFailing(id, true);
  await paypal.advance(days(50));
  expect((await read(id)).status).toBe('SUSPENDED');
  paypal.subscriptions.setFailing(id, false);
  const path = `/v1/billing/subscriptions/${id}`;
  expect((await call('POST', `${path}/capture`, { amount: money('19.00') })).status).toBe(200);
  expect((await call('POST', `${path}/capture`, { amount: money('19.00') })).status).toBe(422);
  expect((await call('POST', `${path}/activate`, {})).status).toBe(204);
  expect(await paidBy(id)).toEqual(['19.00', '19.00']);
  expect((await call('POST', `${path}/cancel`, { reason: 'enough' })).status).toBe(204);
  expect((await read(id)).status).toBe('CANCELLED');
});

test('its notices can be checked by the API, and changed ones are not taken for its own', async () => {
  const body = { id: 'WH-1', event_type: 'TEST', resource: {} };
  const { headers } = paypal.webhooks.sign(JSON.stringify(body));
  const given = (webhook_event: object) => ({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: paypal.webhookId,
    webhook_event,
  });
  const path = '/v1/notifications/verify-webhook-signature';
  expect((await call('POST', path, given(body))).json).toEqual({ verification_status: 'SUCCESS' });
  expect((await call('POST', path, given({ ...body, id: 'WH-2' }))).json).toEqual({
    verification_status: 'FAILURE',
  });
});

test('what only tests ask for takes JSON alone, so that no page of another site can ask', async () => {
  const asked = (type: string) =>
    fetch(`${paypal.origin}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"scriptGone":true}',
    });
  expect((await asked('text/plain')).status).toBe(415);
  expect((await fetch(`${paypal.origin}/sdk/js`)).status).toBe(200);
  expect((await asked('application/json')).status).toBe(200);
  expect((await fetch(`${paypal.origin}/sdk/js`)).status).toBe(503);
});

// Long because: one test for each rule of the description, on one stand-in.
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
async function call(
  method: string,
  path: string,
  body?: unknown,
  id?: string,
  isShort = false,
): Promise<Answer> {
  const response = await fetch(`${paypal.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      ...(isShort ? {} : { prefer: 'return=representation' }),
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

const whole = (changes: object = {}, amount: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'ord_1',
      amount: {
        currency_code: 'USD',
        value: '12.50',
        breakdown: {
          item_total: { currency_code: 'USD', value: '10.00' },
          tax_total: { currency_code: 'USD', value: '2.50' },
        },
        ...amount,
      },
      items: [{ name: 'Icons', quantity: '2', unit_amount: { currency_code: 'USD', value: '5.00' } }],
      ...changes,
    },
  ],
});
const usd = (value: string) => ({ currency_code: 'USD', value });

test.each([
  ['ITEM_TOTAL_MISMATCH', whole({ items: [{ name: 'Icons', quantity: '3', unit_amount: usd('5.00') }] })],
  ['ITEM_TOTAL_REQUIRED', whole({}, { breakdown: undefined })],
  ['AMOUNT_MISMATCH', whole({}, { value: '12.51' })],
  ['AMOUNT_MISMATCH', whole({}, { breakdown: { item_total: usd('10.00') } })],
  [
    'MULTI_CURRENCY_ORDER',
    whole({
      items: [{ name: 'Icons', quantity: '2', unit_amount: { currency_code: 'EUR', value: '5.00' } }],
    }),
  ],
  ['INVALID_CURRENCY_CODE', whole({ items: undefined }, { currency_code: 'XXX', breakdown: undefined })],
  ['DECIMAL_PRECISION', whole({ items: undefined }, { value: '12.501', breakdown: undefined })],
  [
    'DECIMAL_PRECISION',
    whole({ items: undefined }, { currency_code: 'JPY', value: '12.50', breakdown: undefined }),
  ],
  ['CANNOT_BE_NEGATIVE', whole({ items: undefined }, { value: '-1.00', breakdown: undefined })],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', whole({ items: undefined }, { value: '0.00', breakdown: undefined })],
  ['INVALID_PARAMETER_SYNTAX', whole({ items: undefined }, { value: '12,50', breakdown: undefined })],
  ['INVALID_STRING_LENGTH', whole({ description: 'x'.repeat(128) })],
  ['INVALID_PARAMETER_SYNTAX', whole({ description: '\ud83d' })],
  ['INVALID_PARAMETER_VALUE', { ...whole(), intent: 'AUTHORISE' }],
  ['MISSING_REQUIRED_PARAMETER', { intent: 'CAPTURE' }],
])('an order that PayPal refuses with %s is refused so here', async (issue, body) => {
  const { status, json } = await call('POST', '/v2/checkout/orders', body);
  const isForm = /^(?:INVALID_(?:PARAMETER|STRING)|MISSING)/.test(issue);
  expect([status, json]).toEqual([
    isForm ? 400 : 422,
    expect.objectContaining({
      name: isForm ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY',
      message: expect.any(String),
      debug_id: expect.stringMatching(/^[0-9a-f]+$/),
      details: [expect.objectContaining({ issue, description: expect.any(String) })],
    }),
  ]);
});

test('a request id is one deed: asked again it answers 200 with the same; with another body it is refused', async () => {
  const first = await call('POST', '/v2/checkout/orders', whole(), 'same-id');
  const again = await call('POST', '/v2/checkout/orders', whole(), 'same-id');
  expect([first.status, again.status, again.json.id]).toEqual([201, 200, first.json.id]);
  const short = await call('POST', '/v2/checkout/orders', whole(), 'other-id', true);
  expect(Object.keys(short.json).sort()).toEqual(['id', 'links', 'status']);
  const other = await call('POST', '/v2/checkout/orders', order(), 'same-id');
  expect([other.status, JSON.stringify(other.json)]).toEqual([
    422,
    expect.stringContaining('DUPLICATE_REQUEST_ID'),
  ]);
});

test('an invoice is paid once, and a refund’s number used once', async () => {
  const billed = whole({ invoice_id: 'INV-1' });
  const [one, two] = [
    await call('POST', '/v2/checkout/orders', billed),
    await call('POST', '/v2/checkout/orders', billed),
  ];
  for (const { json } of [one, two]) paypal.orders.approve(json.id);
  const capture = (id: string) => call('POST', `/v2/checkout/orders/${id}/capture`, {});
  expect((await capture(one.json.id)).status).toBe(201);
  for (const refused of [await capture(two.json.id), await call('POST', '/v2/checkout/orders', billed)])
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      422,
      expect.stringContaining('DUPLICATE_INVOICE_ID'),
    ]);
  const paid = paypal.orders.find(one.json.id).purchase_units[0]?.payments?.captures[0]?.id ?? '';
  const refund = (body: object) => call('POST', `/v2/payments/captures/${paid}/refund`, body);
  const given = await refund({ amount: usd('5.00'), invoice_id: 'BACK-1' });
  expect([given.status, (await call('GET', `/v2/payments/refunds/${given.json.id}`)).json]).toEqual([
    201,
    given.json,
  ]);
  const issue = async (body: object) => JSON.stringify((await refund(body)).json);
  expect(await issue({ amount: usd('5.00'), invoice_id: 'BACK-1' })).toContain('DUPLICATE_INVOICE_ID');
  expect(await issue({ amount: { currency_code: 'EUR', value: '1.00' } })).toContain(
    'REFUND_CAPTURE_CURRENCY_MISMATCH',
  );
  expect(await issue({ amount: usd('9.00') })).toContain('REFUND_AMOUNT_EXCEEDED');
  expect(await issue({ amount: usd('1.001') })).toContain('DECIMAL_PRECISION');
});

test('an order is changed before it is paid, in what can be changed, all of it or nothing', async () => {
  const { json } = await call(
    'POST',
    '/v2/checkout/orders',
    whole({ items: undefined }, { breakdown: undefined }),
  );
  const path = `/v2/checkout/orders/${json.id}`;
  const replace = (name: string, value: unknown, op = 'replace') => ({
    op,
    path: `/purchase_units/@reference_id=='ord_1'/${name}`,
    value,
  });
  const patch = async (...operations: object[]) => {
    const answer = await call('PATCH', path, operations);
    return answer.status === 204 ? 204 : JSON.stringify(answer.json);
  };
  expect(await patch(replace('amount', usd('20.00')), replace('description', 'Two'))).toBe(204);
  expect(await patch(replace('description', 'Three'), replace('amount', usd('20.005')))).toContain(
    'DECIMAL_PRECISION',
  );
  expect(await patch(replace('payee', {}))).toContain('NOT_PATCHABLE');
  expect(paypal.orders.find(json.id).purchase_units[0]).toMatchObject({
    amount: usd('20.00'),
    description: 'Two',
  });
  paypal.orders.approve(json.id);
  await call('POST', `${path}/capture`, {});
  expect(await patch(replace('description', 'Late'))).toContain('ORDER_ALREADY_COMPLETED');
});

test('what is no JSON, or no such address, is refused in PayPal’s own form', async () => {
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const broken = await fetch(`${paypal.origin}/v2/checkout/orders`, { method: 'POST', headers, body: '{' });
  expect([broken.status, await broken.text()]).toEqual([
    400,
    expect.stringContaining('MALFORMED_REQUEST_JSON'),
  ]);
  const plain = { ...headers, 'content-type': 'text/plain' };
  expect(
    (await fetch(`${paypal.origin}/v2/checkout/orders`, { method: 'POST', headers: plain, body: 'x' }))
      .status,
  ).toBe(415);
  expect((await call('GET', '/v2/checkout/nothing')).json).toMatchObject({ name: 'RESOURCE_NOT_FOUND' });
});

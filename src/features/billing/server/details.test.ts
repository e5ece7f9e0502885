import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { billingHub } from '#testing/billing-hub.ts';
import type { Who } from '#testing/platform.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();
type Hub = Awaited<ReturnType<typeof billingHub>>;

const wren = {
  name: 'Ada Wren',
  company: 'Wren Studio GmbH',
  address: 'Mühlweg 1\n\n 80331 München ',
  country: 'DE',
  vatId: 'de 123 456 789',
};
const buyers = async () =>
  (
    await db.pool.query<{ lines: string[]; country: string }>(
      `select buyer->'lines' as lines, buyer->>'country' as country from billing_payment order by at, sale_id`,
    )
  ).rows;
const put = (hub: Hub, who: Who | undefined, body: object) =>
  hub.call('PUT', '/api/billing/details', body, who);

test('name, company, address and VAT id are entered once, and stand on every invoice from then on', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  expect((await hub.overview(ada)).details).toBeNull();
  expect((await put(hub, ada, wren)).status).toBe(200);
  const { details } = await hub.overview(ada);
  expect(details).toEqual({
    ...wren,
    address: 'Mühlweg 1\n80331 München',
    vatId: 'DE123456789',
    note: '',
  });
  await hub.choose(ada, 'PRO', 'monthly', 'DE', 'DE123456789');
  // Entered with the plan: what the form left out stays.
  expect((await hub.overview(ada)).details).toEqual(details);
  const first = [
    'Wren Studio GmbH',
    'Ada Wren',
    'Mühlweg 1',
    '80331 München',
    'Germany',
    ada.email,
    'VAT DE123456789',
  ];
  expect(await buyers()).toEqual([{ lines: first, country: 'DE' }]);

  // Moved: the invoice that is written keeps the old address, the next one has the new one.
  expect((await put(hub, ada, { ...wren, address: 'Am Kai 2\n20457 Hamburg' })).status).toBe(200);
  await hub.live(31);
  const [before, after] = await buyers();
  expect(before?.lines).toEqual(first);
  expect(after?.lines.slice(2, 4)).toEqual(['Am Kai 2', '20457 Hamburg']);
});

test('another country leaves the tax of a running plan: it is said, and counts at the next change', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO', 'monthly', 'DE');
  const moved = { ...wren, country: 'GR', vatId: 'EL123456789' };
  expect((await put(hub, ada, moved)).status).toBe(200);
  expect((await hub.overview(ada)).details).toMatchObject({
    country: 'GR',
    vatId: 'EL123456789',
    note: expect.stringContaining('next plan change') as string,
  });
  await hub.live(31);
  expect((await buyers()).map(({ country }) => country)).toEqual(['DE', 'DE']);
  expect((await hub.overview(ada)).invoices.map(({ cents }) => cents)).toEqual([3451, 3451]);
  const { quote } = await hub.choose(ada, 'MULTI_CHANNEL', 'monthly', 'GR', 'EL123456789');
  expect(quote).toMatchObject({ taxCents: 0, taxWords: 'Tax, reverse charge' });
  expect((await hub.overview(ada)).details?.note).toBe('');
});

test('what no invoice could print is refused at its field, and nothing is changed', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await put(hub, ada, wren);
  const before = (await hub.overview(ada)).details;
  for (const [field, value] of [
    ['name', 'x'.repeat(121)],
    ['name', 'two\nlines'],
    ['company', 'x'.repeat(161)],
    ['address', 'x'.repeat(401)],
    ['address', '1\n2\n3\n4\n5\n6\n7'],
    ['country', 'Germany'],
    ['vatId', 'DE12'],
    ['vatId', 'DE\n123456789'],
    ['vatId', 'DE999999999'],
  ] as const) {
    const refused = await put(hub, ada, { ...wren, [field]: value });
    expect(refused.status, field).toBe(400);
    const { error } = (await refused.json()) as { error: { fields: Record<string, string> } };
    expect(Object.keys(error.fields), field).toEqual([field]);
  }
  expect((await put(hub, undefined, wren)).status).toBe(401);
  expect((await hub.overview(ada)).details).toEqual(before);
  expect((await hub.overview(await hub.member())).details).toBeNull();
});

test('a company of a country without VAT has its own number on the invoice, and it changes no tax', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { quote } = await hub.choose(ada, 'PRO', 'monthly', 'US', 'EIN 12-3456789');
  expect(quote).toMatchObject({ taxCents: 0, vatWords: '', dueNowCents: 2900 });
  expect((await buyers())[0]?.lines).toEqual(['United States', ada.email, 'Tax ID EIN 12-3456789']);
});

test('all invoices and credit notes come in one zip, and only to whom they belong', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  expect((await hub.get('/api/billing/invoices.zip', ada)).status).toBe(404);
  const { there } = await hub.choose(ada, 'PRO');
  await hub.live(31);
  await hub.command('subscriptions', 'refund', there.sales()[0]!.id, '5');
  const answer = await hub.get('/api/billing/invoices.zip', ada);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  for (const name of ['invoice-2026-00001.pdf', 'invoice-2026-00002.pdf', 'credit-note-CN-2026-00001.pdf'])
    expect(text).toContain(name);
  expect((await hub.get('/api/billing/invoices.zip', await hub.member())).status).toBe(404);
  expect((await hub.get('/api/billing/invoices.zip')).status).toBe(401);
});

test('who pays is known once it is agreed to; why somebody leaves is kept for the operator', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  await hub.choose(ada, 'PRO');
  expect((await hub.overview(ada)).current?.payer).toBe('buyer@example.com');
  expect((await hub.post('/api/billing/cancel', { reason: 'weather' }, ada)).status).toBe(400);
  expect((await hub.overview(ada)).current?.state).toBe('active');
  const words = '  Too few \n templates ';
  expect((await hub.post('/api/billing/cancel', { reason: 'missing', words }, ada)).status).toBe(200);
  const shown = (await hub.command('subscriptions', 'show', ada.email)).join('\n');
  expect(shown).toContain('missing: Too few templates');
  expect(shown).toContain('Paid by   buyer@example.com');
  const report = await hub.command('subscriptions', 'report', '1');
  expect(report.slice(-2)).toEqual(['Left: It’s missing something I need, 1', '      "Too few templates"']);
});

test('a plan that the operator gave is named as given, beside nothing that is paid', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  expect((await hub.overview(ada)).granted).toBeNull();
  await db.pool.query(
    `insert into plan_subscription (owner_id, source, plan, billing_cycle, since) values ($1, 'granted', 'PRO', 'monthly', now())`,
    [ada.uid],
  );
  expect(await hub.overview(ada)).toMatchObject({ granted: 'PRO', current: null });
  await hub.choose(ada, 'ENTERPRISE');
  expect(await hub.overview(ada)).toMatchObject({ granted: null, current: { plan: 'ENTERPRISE' } });
});

test('the way back leads to a page of this hub, whatever is asked for', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const begin = async (from: string) => {
    const wanted = { plan: 'PRO', cycle: 'monthly', country: 'US', from };
    const seen = { seenDueNowCents: 2900, seenNextCents: 2900 };
    const { approveUrl } = (await (
      await hub.post('/api/billing/change', { ...wanted, ...seen }, ada)
    ).json()) as { approveUrl: string };
    const { application_context: way } = hub.paypal.subscriptions.find(hub.there(approveUrl).id);
    return new URL(way?.return_url ?? '').searchParams.get('from');
  };
  expect(await begin('/tools/template-generator?draft=a%20b')).toBe('/tools/template-generator?draft=a%20b');
  hub.clock.move(days(1));
  expect(await begin('https://evil.example/')).toBe('/dashboard');
});

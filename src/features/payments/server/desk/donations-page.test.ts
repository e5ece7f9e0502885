import { expect, test } from 'vitest';
import { createPayments } from '#features/payments/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { paymentsHub, paymentsPlatform, settingsOf } from '#testing/payments-hub.ts';
import { donationsPage } from './donations-page.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);

test('a donation is listed, refunded in part and in whole, never beyond, and counts as what is left', async () => {
  const begun = await hub.approved({ cents: 5000, name: '\u202eAda', email: 'ada@example.com' });
  await hub.capture(begun.orderId);
  await hub.paypal.webhooks.settled();
  const platform = paymentsPlatform(db, hub.clock, settingsOf(hub.paypal));
  const payments = createPayments(platform);
  const page = donationsPage(platform, payments);
  const refund = async (dollars: string) => {
    const act = page.acts?.find(({ name }) => name === 'refund');
    await act?.ask(begun.reference);
    return act?.act(begun.reference, { dollars, reason: 'Asked' }, { id: 'opr_1', name: 'Ben' });
  };
  const list = async (asked = {}) => JSON.stringify(await page.list(asked));
  expect(await list({ find: 'ADA@example.com' })).toContain(begun.reference);
  expect(await list({ find: 'eve@example.com' })).not.toContain(begun.reference);
  expect(await list()).toContain('"$50"');

  for (const wrong of ['', 'all', '-1', '0', '50.01'])
    await expect(refund(wrong), wrong).rejects.toThrow(/./);
  expect(await refund('20')).toMatchObject({ after: { refund: '$20', left: '$30' } });
  await expect(refund('30.01')).rejects.toThrow('30.00');
  expect(await list()).toContain('"$30"');
  expect(await refund('30')).toMatchObject({ after: { left: '$0' } });
  const one = JSON.stringify(await page.one?.(begun.reference));
  expect(one).toContain('Refund of $20 sent back');
  expect(one).toContain('by Ben');
  expect(one).not.toContain('"acts"');
  await expect(refund('1')).rejects.toThrow(/./);
  await expect(page.one?.('don_nothing')).rejects.toThrow('no donation');
});

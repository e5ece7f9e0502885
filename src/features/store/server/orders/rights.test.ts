import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import type { OrderView } from '#features/store/rules/order-contract.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';

const db = await useDatabase();
const keyed = productFiles('keyed', { price: '1900', licenceKeys: 'yes', unlocks: '[proposal]' });
const plain = productFiles('plain', { price: '1900', unlocks: '[proposal]' });

const acts = [
  'download',
  'download all',
  'document',
  'withdraw',
  'refund a part',
  'refund all',
  'a week',
] as const;
type Act = (typeof acts)[number];

test(
  'law: what an order gives follows from the order alone; nothing is given after it ends',
  {
    timeout: 120_000,
  },
  async () => {
    const hub = await storeHub(db, [keyed, plain]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('keyed', 'plain'),
        fc.boolean(),
        fc.array(fc.constantFrom(...acts), { maxLength: 7 }),
        async (id, isMember, story: Act[]) => {
          const who = isMember
            ? await hub.member(`${Math.random().toString(36).slice(2)}@example.com`)
            : undefined;
          const buying = {
            items: [{ id, quantity: 1 }],
            country: 'DE',
            agreed: true,
            ...(!who && { email: 'ada@example.com' }),
          };
          const { token } = await hub.bought(buying, who);
          const first = await hub.order(token);
          const link = first.lines[0]?.versions[0]?.files[0]?.href ?? '';
          const whole = first.archive ?? '';
          const holder = { uid: who?.uid ?? null, order: who ? null : token };
          let inForce = true;
          let delivered = id === 'keyed';
          let weeks = 0;
          let back = 0;
          const giveBack = async (cents: number) => {
            if (back === 1900 || cents > 1900 - back) return;
            const { id: order } = await hub.order(token);
            await hub.command('orders', 'refund', order, (cents / 100).toFixed(2));
            back += cents;
            inForce &&= back < 1900;
          };
          const deeds: Record<Act, () => Promise<void>> = {
            download: async () => {
              const { lines } = await hub.order(token);
              const href = lines[0]?.versions[0]?.files[0]?.href;
              expect(href !== undefined).toBe(inForce);
              expect((await hub.get(href ?? link)).status).toBe(inForce ? 200 : 303);
              delivered ||= inForce;
            },
            'download all': async () => {
              const { archive } = await hub.order(token);
              expect(archive !== null).toBe(inForce);
              expect((await hub.get(archive ?? whole)).status).toBe(inForce ? 200 : 303);
              delivered ||= inForce;
            },
            document: async () => {
              expect(await hub.orders.deliverDocument(holder, 'proposal')).toBe(inForce);
              delivered ||= inForce;
            },
            withdraw: async () => {
              const may = inForce && !delivered && weeks < 2;
              const withdrawn = (await hub.order(token)).withdrawnAt !== null;
              const { status } = await hub.post('/api/orders/withdraw', { order: token });
              expect(status).toBe(may || withdrawn ? 200 : 403);
              inForce &&= !may;
            },
            'a week': async () => {
              hub.clock.move(days(7));
              weeks++;
            },
            'refund all': () => giveBack(1900 - back),
            'refund a part': () => giveBack(500),
          };
          for (const act of story) {
            await deeds[act]();
            const view: OrderView = await hub.order(token);
            expect(view.lines[0]?.versions.length).toBe(inForce ? 1 : 0);
            expect(view.lines[0]?.keys.length).toBe(inForce && id === 'keyed' ? 1 : 0);
            expect(view.withdrawUntil !== null).toBe(inForce && !delivered && weeks < 2);
            // Who has no account has their documents by the link of the order.
            const documents = who && (await hub.orders.documentsOf(who.uid));
            expect(documents).toEqual(who && (inForce ? ['proposal'] : []));
          }
        },
      ),
      {
        numRuns: 40,
        examples: [
          ['plain', true, ['withdraw', 'download', 'download all', 'document', 'refund all']],
          ['plain', false, ['download all', 'withdraw', 'refund all', 'download all']],
        ],
      },
    );
  },
);

test('one who withdraws while a file is on its way has either the file or the withdrawal, never both', async () => {
  const hub = await storeHub(db, [plain]);
  for (let round = 0; round < 15; round++) {
    const order = await hub.bought({ items: [{ id: 'plain', quantity: 1 }], country: 'DE', agreed: true });
    const one = order.lines[0]?.versions[0]?.files[0]?.href;
    const [file, withdrawal] = await Promise.all([
      hub.get((round % 2 ? order.archive : one) ?? ''),
      hub.post('/api/orders/withdraw', { order: order.token }),
    ]);
    expect([200, 303]).toContain(file.status);
    expect(file.status === 200).toBe(withdrawal.status === 403);
  }
});

test('a foreign order’s link and another account hand over no document', async () => {
  const hub = await storeHub(db, [plain, productFiles('bare', { price: '500' })]);
  const [ann, bob] = [await hub.member('ann@example.com'), await hub.member('bob@example.com')];
  const buying = { items: [{ id: 'plain', quantity: 1 }] };
  await hub.bought(buying, ann);
  const other = await hub.bought({ items: [{ id: 'bare', quantity: 1 }], seenTotalCents: 500 });
  const guest = await hub.bought({ ...buying, email: 'guest@example.com' });
  const give = (uid: string | null, order: string | null, slug = 'proposal') =>
    hub.orders.deliverDocument({ uid, order }, slug);
  expect(await Promise.all([give(ann.uid, null), give(null, guest.token)])).toEqual([true, true]);
  expect(
    await Promise.all([
      give(bob.uid, null),
      give(null, null),
      give(null, other.token),
      give(bob.uid, `${guest.token}x`),
      give(ann.uid, null, 'retainer'),
    ]),
  ).toEqual([false, false, false, false, false]);
});

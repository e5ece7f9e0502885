import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import type { CheckoutAnswer, OrderView } from '#features/store/rules/order-contract.ts';
import { store } from '#features/store/server/index.ts';
import {
  createOrders,
  type OrderOptions,
  type OrderPayments,
  type Orders,
} from '#features/store/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import type { MailPayload } from '#platform/server/mail/message.ts';
import { catalogueFolder } from './catalogue-folder.ts';
import type { TestDatabase } from './database.ts';
import { mountedForMembers, testPlatform, type Who } from './platform.ts';

export const origin = 'https://birch.example';

/** A rail without a provider: what is begun is captured when it is asked for, once, and its handler is told. */
function instantPayments(db: TestDatabase, orders: () => Orders) {
  const begun = new Map<string, { reference: string; cents: number; state: 'open' | 'paid' | 'declined' }>();
  const captured: string[] = [];
  const later: string[] = [];
  let answer: 'paid' | 'declined' | 'pending' | 'open' = 'paid';
  const payments: OrderPayments = {
    mode: 'emulator',
    async begin({ reference, totalCents }) {
      const id = `PAY-${reference}`;
      if (!begun.has(id)) begun.set(id, { reference, cents: totalCents, state: 'open' });
      return { providerOrderId: id };
    },
    async capture(id) {
      const payment = begun.get(id);
      if (!payment) throw new Error(`Never begun: ${id}`);
      if (payment.state === 'paid') return { state: 'paid', reference: payment.reference };
      await orders().payments.mayCapture?.({ reference: payment.reference, totalCents: payment.cents });
      // Somebody else may have come first meanwhile.
      if ((payment.state as string) === 'paid') return { state: 'paid', reference: payment.reference };
      if (answer === 'pending')
        await db.transaction(async (trx) =>
          orders().payments.held?.(trx, { id, reference: payment.reference, why: 'ECHECK' }),
        );
      if (answer !== 'paid') return { state: answer, reference: payment.reference };
      payment.state = 'paid';
      captured.push(payment.reference);
      await db.transaction((trx) => orders().payments.paid(trx, { reference: payment.reference } as never));
      return { state: 'paid', reference: payment.reference };
    },
    async refund(reference, cents, reason) {
      const refund = { reference, cents, reason, refundId: `REF-${randomText(8)}` };
      await db.transaction((trx) => orders().payments.refunded(trx, refund as never));
      return { refundedCents: cents ?? 0 };
    },
    async refundLater(_trx, reference) {
      later.push(reference);
    },
  };
  return {
    payments,
    captured,
    later,
    answerWith: (next: typeof answer) => void (answer = next),
    /** Money that was held back is decided. */
    decide: (reference: string, paid: boolean): Promise<void> =>
      db.transaction(async (trx) => {
        const { payments: handler } = orders();
        if (paid) await handler.paid(trx, { reference } as never);
        else await handler.declined?.(trx, { id: `PAY-${reference}`, reference });
      }),
  };
}

/** Selling over real HTTP handling and a real database, with a catalogue folder of the test's own. */
export async function storeHub(
  db: TestDatabase,
  products: Record<string, string>[],
  { shipped = '/nowhere', ...options }: Omit<OrderOptions, 'payments'> & { shipped?: string } = {},
) {
  await db.pool.query(
    'truncate store_product, store_order, store_coupon, store_number, store_credit_note, store_sales_day, store_sales_stale, outbound_message, account_user cascade',
  );
  await db.pool.query('update store_catalogue set revision = revision + 1');
  const site = await catalogueFolder(...products);
  const filesDir = await mkdtemp(join(tmpdir(), 'hub-orders-'));
  onTestFinished(async () => {
    await site[Symbol.asyncDispose]();
    await rm(filesDir, { recursive: true, force: true });
  });
  const clock = movableClock('2026-11-21T12:00:00Z');
  const config = { ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin }), siteDir: site.dir, live: true };
  const platform = testPlatform({ db, clock, config, origin, files: openDiskFiles(filesDir) });
  const rail = instantPayments(db, () => orders);
  const orders: Orders = createOrders(platform, {
    checkVatId: async () => 'unreachable',
    ...options,
    payments: rail.payments,
  });
  const feature = store(platform, {
    orders,
    folders: { shipped, own: join(site.dir, 'catalog') },
  });
  onTestFinished(await feature.start!());

  const { call } = mountedForMembers(feature.routes ?? [], origin);

  const hub = {
    platform,
    feature,
    orders,
    rail,
    site,
    clock,
    call,
    get: (path: string, who?: Who) => call('GET', path, undefined, who),
    post: (path: string, body: unknown, who?: Who) => call('POST', path, body, who),
    /** What a buyer sends; any part of it said otherwise. */
    checkout: (changes: Record<string, unknown> = {}, who?: Who) =>
      hub.post(
        '/api/checkout',
        {
          items: [{ id: 'pack', quantity: 1, seenCents: 1900 }],
          country: 'US',
          checkoutKey: randomText(26),
          ...(!who && { email: 'ada@example.com' }),
          agreed: false,
          wantsNews: false,
          wantsReminders: false,
          seenTotalCents: 1900,
          ...changes,
        },
        who,
      ),
    async placed(changes: Record<string, unknown> = {}, who?: Who): Promise<CheckoutAnswer> {
      const response = await hub.checkout(changes, who);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as CheckoutAnswer;
    },
    capture: (token: string) => hub.post('/api/checkout/capture', { token }),
    /** Bought and paid. */
    async bought(changes: Record<string, unknown> = {}, who?: Who): Promise<OrderView> {
      const { token, state } = await hub.placed(changes, who);
      if (state === 'open') await hub.capture(token);
      return hub.order(token, who);
    },
    order: async (token: string, who?: Who) =>
      (await (await hub.get(`/api/orders/one?order=${token}`, who)).json()) as OrderView,
    async member(email: string, verified = true): Promise<Who> {
      const uid = `usr_${randomText(8)}`;
      await db.pool.query(
        'insert into account_user (id, name, email, email_verified) values ($1, $2, $3, $4)',
        [uid, 'Ada', email, verified],
      );
      return { uid, email };
    },
    async mails(to?: string): Promise<(MailPayload & { words: string })[]> {
      const { rows } = await db.pool.query<{ payload: MailPayload }>(
        `select payload from outbound_message where channel = 'mail' order by created_at, id`,
      );
      return rows
        .map(({ payload }) => ({ ...payload, words: JSON.stringify(payload.body) }))
        .filter((mail) => to === undefined || mail.to === to);
    },
    async command(...args: string[]): Promise<string[]> {
      const command = [...(feature.commands ?? [])]
        .sort((a, b) => b.name.length - a.name.length)
        .find(({ name }) => args.join(' ').startsWith(name));
      if (!command) throw new Error(`No command ${args.join(' ')}`);
      const lines: string[] = [];
      await command.run(args.slice(command.name.split(' ').length), (line) => lines.push(line));
      return lines;
    },
    job: async (name: string) => feature.jobs?.find((job) => job.name === name)?.run(),
  };
  return hub;
}

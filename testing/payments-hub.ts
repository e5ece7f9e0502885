import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll } from 'vitest';
import { startPayPalEmulator, type PayPalEmulator } from '#emulators/paypal/server.ts';
import { movableClock, type Clock } from '#base/clock.ts';
import { paymentsFeature } from '#features/payments/server/index.ts';
import {
  createDonations,
  createPayments,
  type Paid,
  type PaymentHandler,
} from '#features/payments/server/public.ts';
import { reconcile } from '#features/payments/server/reconcile.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import type { MailPayload } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { TestDatabase } from './database.ts';
import { mounted, testPlatform } from './platform.ts';

type PayPalConfig = NonNullable<Config['paypal']>;

/** A platform that pays at this provider; for a process of its own, too. */
export function paymentsPlatform(db: Database, clock: Clock, paypal: PayPalConfig | undefined): Platform {
  const config: Config = { ...readConfig({ NODE_ENV: 'test' }), paypal };
  return testPlatform({ db, clock, config, origin: 'http://127.0.0.1:3000' });
}

export const settingsOf = (emulator: PayPalEmulator): PayPalConfig => ({
  clientId: emulator.clientId,
  clientSecret: emulator.clientSecret,
  webhookId: emulator.webhookId,
  environment: 'sandbox',
  emulator: emulator.origin,
});

/** The payment rail on a real socket and a real database, with the stand-in on another socket. */
export async function paymentsHub(db: TestDatabase) {
  const clock = movableClock('2026-11-21T12:00:00Z');
  const paypal = await startPayPalEmulator({ clock });
  const platform = paymentsPlatform(db, clock, settingsOf(paypal));
  const donations = createDonations(platform);
  const told: Paid[] = [];
  /** Something else that is paid for: it only counts what it is told. */
  const thing: PaymentHandler = {
    kind: 'thing',
    paid: async (_trx, payment) => void told.push(payment),
    refunded: async () => {},
  };
  const payments = createPayments(platform);
  for (const handler of [donations.handler, thing]) payments.tell(handler);
  const feature = paymentsFeature(platform, { payments, donations });

  const unexpected: unknown[] = [];
  let origin = '';
  const app = mounted(feature.routes ?? [], {
    ownOrigin: () => origin,
    trustProxy: 1,
    countAgainst: createRateLimiter(db, clock),
    report: (error) => unexpected.push(error),
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  paypal.sendNoticesTo(`${origin}/api/payments/webhook`);
  afterAll(async () => {
    await paypal.webhooks.settled();
    await paypal.close();
    await new Promise((resolve) => server.close(resolve));
  });

  let callers = 0;
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const from = `10.1.${Math.floor(++callers / 250)}.${callers % 250}`;
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    });
    return { status: response.status, json: (await response.json()) as Record<string, string> };
  };

  const hub = {
    origin,
    clock,
    paypal,
    payments,
    feature,
    told,
    unexpected,
    post,
    get: async (path: string) => {
      const response = await fetch(`${origin}${path}`);
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    },
    donate: (draft: object) => post('/api/donations', draft),
    capture: (orderId: string) => post('/api/payments/capture', { orderId }),
    reconcile: () => reconcile(platform, payments),
    /** A donation that its donor has agreed to, its money not taken yet. */
    async approved(draft: object = { cents: 2500, email: 'ada@example.com' }) {
      const { json } = await hub.donate(draft);
      const begun = {
        orderId: json['orderId'] ?? '',
        reference: json['reference'] ?? '',
        token: json['token'] ?? '',
      };
      paypal.orders.approve(begun.orderId);
      return begun;
    },
    captureId: (orderId: string): string =>
      paypal.orders.find(orderId).purchase_units[0]?.payments?.captures[0]?.id ?? '',
    async captures(reference: string) {
      const { rows } = await db.pool.query<{ capture_id: string; state: string }>(
        `select capture_id, c.state from payment_capture c join payment p on p.id = c.payment_id where p.reference = $1`,
        [reference],
      );
      return rows;
    },
    async mails(key: string): Promise<MailPayload[]> {
      const { rows } = await db.pool.query<{ payload: MailPayload }>(
        `select payload from outbound_message where channel = 'mail' and dedupe_key = $1`,
        [key],
      );
      return rows.map(({ payload }) => payload);
    },
    async command(line: string): Promise<string[]> {
      const command = feature.commands?.find(({ name }) => line.startsWith(name));
      if (!command) throw new Error(`No command ${line}`);
      const lines: string[] = [];
      await command.run(line.slice(command.name.length).trim().split(/\s+/).filter(Boolean), (text) =>
        lines.push(text),
      );
      return lines;
    },
  };
  return hub;
}

export type PaymentsHub = Awaited<ReturnType<typeof paymentsHub>>;

/** A server of somebody else's: how often it was asked. */
export async function foreignServer() {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
  };
}

import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { asProblem } from '#platform/server/database/open.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { mountRoutes } from '#platform/server/http/mount.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Outbox } from '#platform/server/outbox/outbox.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createFeatures } from '../features.ts';
import { demoDomain, demoNetwork } from './people.ts';

export interface Sender {
  as?: Viewer;
  /** What makes visitors distinct. */
  address?: string;
  agent?: string;
  referer?: string;
  form?: Record<string, string>;
}

/** The hub from the inside: the same routes that browsers use, at a simulated time, with email that isn't sent. */
export interface Inside {
  send(method: string, path: string, body?: unknown, sender?: Sender): Promise<Response>;
  ask<T>(method: string, path: string, body?: unknown, sender?: Sender): Promise<T>;
  /** An operator's command, as typed. */
  command(name: string, ...args: string[]): Promise<void>;
  runJobs(feature: string): Promise<void>;
  close(): Promise<void>;
}

export async function openInside(ground: Platform, clock: Clock): Promise<Inside> {
  const { db, origin, log } = ground;
  const outbox = keepDemoMail(createOutbox(db, clock), clock);
  const platform: Platform = { ...ground, clock, outbox, mail: createMail(outbox) };
  const features = createFeatures(platform, { existing: () => [], listed: () => [] });
  const ends: (() => Promise<void>)[] = [];
  for (const { start } of features) if (start) ends.push(await start());

  let viewer: Viewer = guest;
  const app = new Hono();
  mountRoutes(
    app as never,
    features.flatMap(({ routes }) => routes ?? []),
    {
      log: { ...log, info: () => {} },
      metrics: createMetrics(),
      ownOrigin: origin,
      trustProxy: 1,
      resolveViewer: async () => viewer,
      // One program acting for many people.
      countAgainst: async () => {},
      takeRead: () => {},
      asProblem,
      report: (error) => log.error('demo', { error }),
      checkAnswers: false,
    },
  );

  const inside: Inside = {
    async send(method, path, body, { as = guest, address = demoNetwork, agent, referer, form } = {}) {
      viewer = as;
      return app.request(new URL(path, origin()), {
        method,
        headers: {
          origin: origin(),
          'user-agent': agent ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
          'x-forwarded-for': address,
          ...(referer && { referer }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form && { body: new URLSearchParams(form) }),
      });
    },
    async ask<T>(method: string, path: string, body?: unknown, sender?: Sender) {
      const response = await inside.send(method, path, body, sender);
      if (!response.ok)
        throw new Problem('conflict', `${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async command(name, ...args) {
      const found = features.flatMap(({ commands }) => commands ?? []).find((one) => one.name === name);
      if (!found) throw new Problem('internal', `There is no command ${name}.`);
      await found.run(args, () => {});
    },
    async runJobs(feature) {
      for (const job of jobsOf(features, feature)) await job.run();
    },
    async close() {
      for (const end of ends.reverse()) await end();
    },
  };
  return inside;
}

const jobsOf = (features: ServerFeature[], name: string) =>
  features.find((feature) => feature.name === name)?.jobs ?? [];

/**
 * Email to the demo's people counts as sent and is stored; no mail server ever sees it. No one is notified of what
 * they do, either: no sale notices for the operator, no shop webhooks. Reminders for real carts continue.
 */
function keepDemoMail(outbox: Outbox, clock: Clock): Outbox {
  const keep = (trx: Parameters<Outbox['put']>[0]) =>
    sql`update outbound_message set state = 'kept', note = 'demo', done_at = ${clock.now()}
      where channel = 'mail' and state = 'waiting' and payload->>'to' like ${`%@${demoDomain}`}`.execute(trx);
  return {
    ...outbox,
    async put(trx, message) {
      const { to } = message.payload as { to?: unknown };
      const isToDemo = typeof to === 'string' && to.endsWith(`@${demoDomain}`);
      if (!isToDemo && !message.dedupeKey.startsWith('recovery:')) return true;
      const isNew = await outbox.put(trx, message);
      if (isNew) await keep(trx);
      return isNew;
    },
    async putAll(trx, channel, messages) {
      const fresh = await outbox.putAll(trx, channel, messages);
      if (fresh.size > 0) await keep(trx);
      return fresh;
    },
  };
}

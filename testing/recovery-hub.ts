import { sql } from 'kysely';
import { fail, ok } from '#base/result.ts';
import { onTestFinished } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { mailConsent, textConsent } from '#features/consent/server/public.ts';
import { unsubscribeRoutes } from '#features/consent/server/routes.ts';
import type { PlanId } from '#features/plans/rules/plans.ts';
import { createPlans } from '#features/plans/server/public.ts';
import type { OverviewAnswer } from '#features/recovery/rules/contract.ts';
import { firstDelivery } from '#features/recovery/rules/sequence.ts';
import { firstSettings } from '#features/recovery/rules/automation.ts';
import { firstCampaign } from '#features/recovery/rules/writing.ts';
import { ownReminders, recoveryFeature } from '#features/recovery/server/index.ts';
import { followupsFeature } from '#features/followups/server/index.ts';
import { createFollowups } from '#features/followups/server/public.ts';
import { createRecovery, type DiscountCodes } from '#features/recovery/server/public.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import type { MailPayload } from '#platform/server/mail/message.ts';
import { type OutboxWorker, startWorker } from '#platform/server/outbox/worker.ts';
import { textsFeature } from '#platform/server/texts/feature.ts';
import type { TextsConfig } from '#platform/server/texts/settings.ts';
import { outsideOnly } from '#platform/server/webhooks/target.ts';
import { createWebhooks, webhookHandler } from '#platform/server/webhooks/webhooks.ts';
import type { TestDatabase } from './database.ts';
import { mounted, testPlatform } from './platform.ts';

export const origin = 'https://birch.example';

interface Settings {
  smtpUrl?: string;
  discountCodes?: DiscountCodes;
  /** In milliseconds, for mail servers that say nothing. */
  patience?: number;
  /** A chat endpoint, as AI_BASE_URL. */
  aiUrl?: string;
  /** Who carries text messages; kept here without one. */
  texts?: TextsConfig;
  textsPerMonth?: number;
  textsHubPerMonth?: number;
  textsTo?: Config['textsTo'];
  /** Webhooks may go to loopback, and go out with `run`. */
  toLoopback?: boolean;
}

/** Recovery over real HTTP handling, a real database and, where one is named, a real mail server; a header says who asks. */
export function recoveryHub(
  db: TestDatabase,
  {
    smtpUrl,
    discountCodes,
    patience,
    aiUrl,
    toLoopback = false,
    texts,
    textsPerMonth = 500,
    textsHubPerMonth = 10_000,
    textsTo,
  }: Settings = {},
) {
  const clock = movableClock('2026-11-21T12:00:00Z');
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: origin,
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
      ...(aiUrl && { AI_BASE_URL: aiUrl, AI_MODEL: 'emulated', AI_API_KEY: 'k' }),
    }),
    live: smtpUrl !== undefined,
    texts,
    textsPerMonth,
    textsHubPerMonth,
    ...(textsTo && { textsTo }),
  };
  let isBudgetLeft = true;
  const platform = testPlatform({
    db,
    clock,
    config,
    origin,
    ai: createAi({
      config,
      purse: {
        reserve: async () =>
          isBudgetLeft ? ok({ settle: async () => {} }) : fail({ words: 'Used up for today.' }),
      },
    }),
  });
  const plans = createPlans(platform);
  const webhookParts = {
    db,
    outbox: platform.outbox,
    clock,
    live: false,
    timeoutMs: 5000,
    ...(toLoopback && {
      policy: { ...outsideOnly(false), isAllowed: (address: string) => address === '127.0.0.1' },
    }),
  };
  const webhooks = createWebhooks(webhookParts);
  const followups = createFollowups(platform, { plans, webhooks });
  const recovery = createRecovery(platform, {
    plans,
    webhooks,
    ...(discountCodes && { discountCodes }),
    onCameBack: followups.afterwards.cameBack,
    async onBought(trx, ownerId, { email, orderId, products, totalCents: cents, currency }) {
      const what = { on: 'bought', orderId, products, cents, currency } as const;
      await followups.happened(trx, { ownerId, email, source: 'your shop' }, what);
    },
  });
  const handler = mailHandler({
    ...platform,
    consent: followups.guard(recovery.guard(mailConsent(platform))),
    ...(patience && { timeouts: { stepTimeout: patience, answerTimeout: patience } }),
  });
  const textConsents = followups.guardTexts(textConsent(platform));
  const texting = textsFeature(platform, {
    consent: textConsents,
    ended: followups.afterwards.textEnded,
  });
  const resolveViewer = async (request: Request): Promise<Viewer> => {
    const uid = request.headers.get('x-user');
    return uid ? { kind: 'member', uid, email: `${uid}@example.com`, sessionId: 's' } : guest;
  };
  const feature = recoveryFeature(platform, { recovery, plans, resolveViewer });
  const following = followupsFeature(platform, { followups, funnelsOf: async () => [] });
  const unexpected: unknown[] = [];
  const app = mounted(
    [
      ...(feature.routes ?? []),
      ...(following.routes ?? []),
      ...(texting.routes ?? []),
      ...unsubscribeRoutes(platform),
    ],
    {
      ownOrigin: () => origin,
      resolveViewer,
      countAgainst: createRateLimiter(db, clock),
      report: (error) => unexpected.push(error),
    },
  );
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(new URL(path, origin), {
      method,
      headers: { origin, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  let started: OutboxWorker | undefined;
  const worker = () =>
    (started ??= startWorker({
      db,
      handlers: [
        handler,
        ...(texting.outboxHandlers ?? []),
        ...(toLoopback ? [webhookHandler(webhookParts)] : []),
      ],
      clock,
      log: silentLog,
      pollSeconds: 3600,
    }));
  onTestFinished(async () => {
    await started?.stop();
    await handler.close();
  });

  async function member(uid: string, plan: PlanId = 'ENTERPRISE') {
    await sql`insert into account_user (id, name, email, email_verified) values (${uid}, ${uid}, ${`${uid}@example.com`}, true)
      on conflict do nothing`.execute(db.tables());
    if (plan !== 'FREE')
      await sql`insert into plan_subscription (owner_id, source, plan, since) values (${uid}, 'granted', ${plan}, ${clock.now()})
        on conflict do nothing`.execute(db.tables());
    const call = (method: string, path: string, body?: unknown) =>
      send(method, path, body, { 'x-user': uid });
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await call(method, path, body);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    return {
      uid,
      call,
      ask,
      overview: () => ask<OverviewAnswer>('GET', '/api/recovery'),
      /** A new key for the script on a shop's pages. */
      pageKey: async () => (await ask<{ key: string }>('POST', '/api/recovery/page-key', {})).key,
      add: (email: string, more: Record<string, unknown> = {}) =>
        ask<{ id: string; isNew: boolean }>('POST', '/api/recovery/carts', {
          email,
          name: 'Bea Bright',
          totalCents: 4900,
          items: [{ name: 'Field guide' }],
          restoreUrl: 'https://shop.example/cart/1',
          consent: true,
          ...more,
        }),
      settle: (settings: object = {}, delivery: object = {}) =>
        ask('PUT', '/api/recovery/settings', {
          settings: { ...firstSettings(), ...settings },
          delivery: {
            ...firstDelivery(),
            shopName: 'Birch Press',
            postalAddress: '1 Mill Lane, York',
            ...delivery,
          },
        }),
      switchOn: (more: object = {}) =>
        ask<{ id: string }>('POST', '/api/recovery/campaigns', { ...firstCampaign(), isOn: true, ...more }),
      bought: (email: string, orderId = 'order-1', totalCents = 4900) =>
        ask<{ matched: boolean }>('POST', '/api/recovery/purchases', { email, orderId, totalCents }),
    };
  }

  return {
    /** From now on nothing may be spent on a model. */
    useUpBudget() {
      isBudgetLeft = false;
    },
    platform,
    plans,
    webhooks,
    recovery,
    followups,
    following,
    texting,
    textConsents,
    clock,
    feature,
    reminders: ownReminders(platform, recovery),
    send,
    member,
    unexpected,
    /** As the hub does every few seconds: its own store turns on or off, what is due goes into the outbox, the outbox delivers, the end is noted. */
    async run(): Promise<void> {
      await recovery.ownStore.settle();
      await recovery.engine.sendAllDue();
      await followups.engine.goOnWithAll();
      await worker().drain();
      await recovery.engine.settle();
      await followups.afterwards.settle();
    },
    async mails(to?: string): Promise<(MailPayload & { state: string; words: string })[]> {
      const { rows } = await db.pool.query<{ payload: MailPayload; state: string }>(
        `select payload, state from outbound_message where channel = 'mail' order by created_at, id`,
      );
      return rows
        .map(({ payload, state }) => ({ ...payload, state, words: JSON.stringify(payload.body) }))
        .filter((mail) => to === undefined || mail.to === to);
    },
  };
}

export type RecoveryHub = ReturnType<typeof recoveryHub>;

/** The token of the link in a mail. */
export const linkIn = (words: string): string => /\/r\/([a-z0-9]+)/.exec(words)?.[1] ?? '';

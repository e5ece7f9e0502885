import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction, Database } from '../database/database.ts';
import type { Outbox, OutboxHandler, OutboxOutcome } from '../outbox/outbox.ts';
import { postOutside, type Answer } from './request.ts';
import { isWebhookSecret, signWebhook } from './signature.ts';
import { outsideOnly, parseTarget, TargetRefused, type TargetPolicy, typedTarget } from './target.ts';

export interface WebhookMessage {
  url: string;
  /** whsec_..., one per receiver. */
  secret: string;
  /** The event type: "order.paid". */
  type: string;
  data: unknown;
  dedupeKey: string;
  /** Whose receiver it is; left out, the operator's. */
  owner?: string;
}

export interface WebhookAttempt {
  attempt: number;
  at: Date;
  /** Null if there was no response. */
  status: number | null;
  milliseconds: number;
  /** The error message; null if it was accepted. */
  error: string | null;
}

export interface Webhooks {
  /** Written in the transaction of the event. Rejects at once what could never be delivered. */
  send(trx: AnyTransaction, message: WebhookMessage): Promise<boolean>;
  /** Normalizes a URL that a member typed; rejects it, with its `field`, if no webhook could be sent there. */
  accept(url: string, field: string): Promise<string>;
  /** What happened to it, attempt by attempt. */
  attempts(dedupeKey: string): Promise<WebhookAttempt[]>;
}

interface WebhookPayload {
  url: string;
  secret: string;
  /** As the receiver gets it, the same bytes at every attempt. */
  body: string;
  type: string;
  owner?: string;
}

interface WebhookTables {
  webhook_attempt: WebhookAttempt & { message_id: string };
  outbound_message: { id: string; channel: string; dedupe_key: string };
}

export const webhookChannel = 'webhook';

interface WebhookParts {
  db: Database;
  outbox: Outbox;
  clock: Clock;
  live: boolean;
  /** WEBHOOK_HOSTS. */
  hosts?: readonly string[] | undefined;
  /** For tests, whose receivers are on loopback. */
  policy?: TargetPolicy;
  timeoutMs?: number;
}

export function createWebhooks({
  db,
  outbox,
  clock,
  live,
  hosts,
  policy = outsideOnly(live, hosts),
}: WebhookParts): Webhooks {
  const target = (url: string): string => {
    try {
      return parseTarget(url, policy).href;
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return {
    send(trx, { url, secret, type, data, dedupeKey, owner }) {
      if (!isWebhookSecret(secret))
        throw new Problem('bad_request', 'A webhook needs a secret that starts with whsec_.');
      const payload: WebhookPayload = {
        url: target(url),
        secret,
        type,
        body: JSON.stringify({ type, timestamp: clock.now().toISOString(), data }),
        ...(owner !== undefined && { owner }),
      };
      return outbox.put(trx, { channel: webhookChannel, dedupeKey, payload });
    },

    async accept(url, field) {
      try {
        return (await typedTarget(url, policy)).href;
      } catch (error) {
        throw refusalOf(error, field);
      }
    },

    attempts(dedupeKey) {
      return db
        .tables<WebhookTables>()
        .selectFrom('webhook_attempt')
        .innerJoin('outbound_message', 'outbound_message.id', 'webhook_attempt.message_id')
        .where('channel', '=', webhookChannel)
        .where('dedupe_key', '=', dedupeKey)
        .select(['attempt', 'at', 'status', 'milliseconds', 'error'])
        .orderBy('at')
        .execute();
    },
  };
}

function refusalOf(error: unknown, field?: string): unknown {
  if (!(error instanceof TargetRefused)) return error;
  const words = `This URL can’t receive webhooks: it ${error.message === 'not https' ? 'must start with https://' : error.message}.`;
  return new Problem('bad_request', words, field === undefined ? {} : { fields: { [field]: words } });
}

export function webhookHandler({
  db,
  clock,
  live,
  hosts,
  policy = outsideOnly(live, hosts),
  timeoutMs = 10_000,
}: Omit<WebhookParts, 'outbox'>): OutboxHandler {
  return {
    channel: webhookChannel,
    leaseSeconds: 60,
    retrySeconds: [5, 300, 1800, 7200, 18_000, 36_000],
    // The ID is the same at every attempt, so that receivers can deduplicate.
    afterLostLease: 'retry',
    // A member's receivers share one, under however many names; the operator's have one each.
    lane: sql<string>`coalesce(payload->>'owner', payload->>'url', '')`,

    async deliver(payload, { id, attempt }): Promise<OutboxOutcome> {
      const { url, secret, body } = payload as WebhookPayload;
      const at = clock.now();
      const started = performance.now();
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'hub-webhooks/1',
        ...signWebhook(secret, id, at, body),
      };
      const result = await postOutside(url, headers, body, policy, timeoutMs).catch((error: unknown) =>
        error instanceof Error ? error : new Error('unknown'),
      );
      const outcome = judge(result);
      await db
        .tables<WebhookTables>()
        .insertInto('webhook_attempt')
        .values({
          message_id: id,
          attempt,
          at,
          status: result instanceof Error ? null : result.status,
          milliseconds: Math.round(performance.now() - started),
          error: outcome.done ? null : outcome.error,
        })
        .execute();
      return outcome;
    },
  };
}

function judge(result: Answer | Error): OutboxOutcome {
  if (result instanceof TargetRefused)
    return { done: false, error: `refused: ${result.message}`, retry: false };
  if (result instanceof Error)
    return { done: false, error: 'code' in result ? String(result.code) : result.message, retry: true };
  const { status, text } = result;
  if (status >= 200 && status < 300) return { done: true, note: `responded with ${status}` };
  if (status === 410) return { done: false, error: 'responded with 410: the receiver is gone', retry: false };
  if (status >= 300 && status < 400)
    return { done: false, error: `responded with ${status}: redirects are not followed`, retry: true };
  return { done: false, error: `responded with ${status}: ${text.slice(0, 200)}`, retry: true };
}

import type { Clock } from '#base/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { OutboxHandler, OutboxOutcome } from '../outbox/outbox.ts';
import { giveBack, takeOne } from './bounds.ts';
import { type TextConsent, textChannel, type TextPayload } from './message.ts';
import { textsApi } from './paths.ts';
import { createProvider } from './provider.ts';

export interface TextHandlerParts {
  config: Pick<Config, 'live' | 'texts' | 'textsPerMonth'>;
  db: Pick<Database, 'transaction' | 'tables'>;
  clock: Clock;
  origin(): string;
  consent: TextConsent;
  /** For tests, which are less patient. */
  timeoutMs?: number;
}

/** Delivers text messages from the outbox: each at most once, and none after a STOP that was heard before it left. */
export function textHandler({
  config,
  db,
  clock,
  origin,
  consent,
  timeoutMs,
}: TextHandlerParts): OutboxHandler {
  const provider = config.texts && createProvider(config.texts, timeoutMs);
  return {
    channel: textChannel,
    leaseSeconds: 120,
    // A text is of the day: what can’t leave within hours stays.
    retrySeconds: [30, 120, 600, 3600],
    afterLostLease: 'give up',

    async deliver(payload, { id, dedupeKey, leaves }): Promise<OutboxOutcome> {
      const { to, text, owner } = payload as TextPayload;
      if (!provider && config.live) return { done: false, error: 'no SMS_PROVIDER', retry: 'uncounted' };
      const isTooMany = await takeOne(db, { id, owner, to }, config.textsPerMonth, clock.now());
      if (isTooMany !== null) return { done: true, as: 'cancelled', note: isTooMany };
      // The last question before it leaves.
      const verdict = await consent.ask({ to, owner, dedupeKey });
      if (!verdict.allowed) {
        await giveBack(db, id);
        return { done: true, as: 'cancelled', note: verdict.reason };
      }
      if (!provider) return { done: true, as: 'kept' };
      await leaves();
      const answer = await provider.ask({
        id,
        to,
        text,
        statusUrl: `${origin()}${textsApi.status}?id=${encodeURIComponent(id)}`,
      });
      if (answer.is === 'taken') return { done: true, note: answer.note };
      if (answer.is === 'unknown') return { done: false, error: answer.words, retry: false };
      await giveBack(db, id);
      if (answer.is === 'later') return { done: false, error: answer.words, retry: true };
      if (answer.number) await consent.stop(to, answer.number);
      return { done: false, error: answer.words, retry: false };
    },
  };
}

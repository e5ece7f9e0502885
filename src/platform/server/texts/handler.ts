import type { Clock } from '#base/clock.ts';
import { whyNotTexted } from '#base/mobile-number.ts';
import { textParts } from '#base/text-parts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { OutboxHandler, OutboxOutcome } from '../outbox/outbox.ts';
import { giveBack, takeOne } from './bounds.ts';
import { type TextConsent, textChannel, type TextPayload } from './message.ts';
import { hasWaitedForMonth } from './month.ts';
import { textsApi } from './paths.ts';
import { createProvider } from './provider.ts';

export interface TextHandlerParts {
  config: Pick<Config, 'live' | 'texts' | 'textsPerMonth' | 'textsHubPerMonth' | 'textsTo'>;
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
      // Whatever door a number came in by: what costs a fortune isn’t sent.
      const refused = whyNotTexted(to, config.textsTo);
      if (refused !== null) return { done: true, as: 'cancelled', note: refused };
      const { parts } = textParts(text);
      const bounds = { perMonth: config.textsPerMonth, hubPerMonth: config.textsHubPerMonth };
      const bounded = await takeOne(db, { id, owner, to, parts }, bounds, clock.now());
      if (bounded !== null)
        return bounded.until === null
          ? { done: true, as: 'cancelled', note: bounded.reason }
          : { done: false, error: bounded.reason, retry: 'uncounted' };
      // The last question before it leaves.
      const verdict = await consent.ask({ to, owner, dedupeKey });
      if (!verdict.allowed) {
        await giveBack(db, id);
        // A month begins at night: what waited for it isn’t lost by that.
        if (verdict.isNight && (await hasWaitedForMonth(db.tables(), id)))
          return { done: false, error: 'waiting until morning', retry: 'uncounted' };
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

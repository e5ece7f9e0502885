import type { RawBuilder } from 'kysely';
import type { AnyTransaction } from '../database/database.ts';

/**
 * Side effects (mails, webhooks, telemetry) are rows written in the transaction of the change they follow,
 * and carried out afterwards, at most once each.
 */
export interface OutboxMessage {
  channel: string;
  /** What must happen only once has one key, whoever asks for it how often. */
  dedupeKey: string;
  payload: unknown;
  dueAt?: Date;
}

export interface Outbox {
  /** True when the row is new, false when the key was there already. */
  put(trx: AnyTransaction, message: OutboxMessage): Promise<boolean>;
  /** The same for many of one channel, at the cost of one: the keys that are new. */
  putAll(
    trx: AnyTransaction,
    channel: string,
    messages: Omit<OutboxMessage, 'channel'>[],
  ): Promise<Set<string>>;
  /** Takes back what has not gone out: how many rows were still waiting. */
  cancel(trx: AnyTransaction, dedupeKey: string, reason: string): Promise<number>;
}

export type OutboxOutcome =
  /** `kept`: there is nowhere to send it and it can be read here; `cancelled`: it must not go out any more. */
  | { done: true; as?: 'kept' | 'cancelled'; note?: string }
  /** 'uncounted': nothing was tried, because this hub is not set up for it; it waits for as long as it takes. */
  | { done: false; error: string; retry: boolean | 'uncounted' };

export interface OutboxHandler {
  channel: string;
  /** How long one delivery may take before its lease is given to somebody else. */
  leaseSeconds: number;
  /** Waiting times before the 2nd, 3rd ... try; after the last the message has failed. */
  retrySeconds: number[];
  /**
   * Nobody knows whether it went out: the process died, or the delivery threw. 'retry' where the receiver
   * knows a message by its id; 'give up' where twice is worse than never.
   */
  afterLostLease: 'retry' | 'give up';
  /**
   * Whose receiver a message goes to, as SQL over its payload. Each gets one delivery at a time, and one that was slow
   * rests: nobody's receiver holds up what others are sent.
   */
  lane?: RawBuilder<string>;
  deliver(
    payload: unknown,
    message: { id: string; attempt: number; dedupeKey: string },
  ): Promise<OutboxOutcome>;
}

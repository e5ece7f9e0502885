import type { RawBuilder } from 'kysely';
import type { AnyTransaction } from '../database/database.ts';

/**
 * Side effects (emails, webhooks, telemetry) are rows written in the transaction of the change they follow, and
 * carried out afterwards, at most once each.
 */
export interface OutboxMessage {
  channel: string;
  /** One key for what must happen only once, however often it is requested. */
  dedupeKey: string;
  payload: unknown;
  dueAt?: Date;
  /** One of many alike: it goes after whatever one person waits for. */
  isBulk?: boolean;
}

export interface Outbox {
  /** True if the row is new, false if the key already existed. */
  put(trx: AnyTransaction, message: OutboxMessage): Promise<boolean>;
  /** The same for many messages of one channel at the cost of one: returns the new keys. */
  putAll(
    trx: AnyTransaction,
    channel: string,
    messages: Omit<OutboxMessage, 'channel'>[],
  ): Promise<Set<string>>;
  /** Cancels what hasn't been sent; returns how many rows were still waiting. */
  cancel(trx: AnyTransaction, dedupeKey: string, reason: string): Promise<number>;
  /** The same for many; returns the keys of those that were still waiting. */
  cancelAll(trx: AnyTransaction, dedupeKeys: readonly string[], reason: string): Promise<Set<string>>;
}

export type OutboxOutcome =
  /** `kept`: there is nowhere to send it, and it can be read here; `cancelled`: it must not be sent anymore. */
  | { done: true; as?: 'kept' | 'cancelled'; note?: string }
  /** 'uncounted': not attempted, because this hub isn't set up for it; it waits as long as it takes. */
  | { done: false; error: string; retry: boolean | 'uncounted' };

export interface Delivery {
  id: string;
  attempt: number;
  dedupeKey: string;
  /** Where twice is worse than never: awaited right before what nobody can take back. If it throws, nothing may leave. */
  leaves(): Promise<void>;
}

export interface OutboxHandler {
  channel: string;
  /** How long a delivery may take before its lease expires. */
  leaseSeconds: number;
  /** Pauses before the 2nd, 3rd ... attempt; after the last, the message has failed. */
  retrySeconds: number[];
  /**
   * The outcome is unknown: the process died, or the delivery threw. 'retry' if the receiver deduplicates by ID;
   * 'give up' if twice is worse than never. What had not called `leaves` yet is known: it is tried again.
   */
  afterLostLease: 'retry' | 'give up';
  /**
   * Whose receiver a message goes to, as SQL over its payload. Each gets one delivery at a time, and one that was slow
   * rests: nobody's receiver holds up what others are sent.
   */
  lane?: RawBuilder<string>;
  deliver(payload: unknown, message: Delivery): Promise<OutboxOutcome>;
}

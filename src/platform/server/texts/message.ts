import { textParts } from '#base/text-parts.ts';
import type { AnyTransaction } from '../database/database.ts';
import type { Outbox } from '../outbox/outbox.ts';

export const textChannel = 'text';

/** A text message as it lies in the outbox. */
export interface TextPayload {
  /** E.164. */
  to: string;
  text: string;
  /** In whose name, and on whose monthly count. */
  owner: string;
  /** The email of the person it is for: by it the outbox finds what it holds about them. */
  person: string;
  /** What it costs; what an earlier release wrote doesn’t say. */
  parts?: number;
}

export interface TextMessage extends Omit<TextPayload, 'parts'> {
  dedupeKey: string;
}

/** Many at the cost of one, in the transaction of what they follow: returns the new keys. */
export const sendTexts = (
  outbox: Pick<Outbox, 'putAll'>,
  trx: AnyTransaction,
  messages: readonly TextMessage[],
): Promise<Set<string>> =>
  outbox.putAll(
    trx,
    textChannel,
    messages.map(({ dedupeKey, ...payload }) => ({
      dedupeKey,
      payload: { ...payload, parts: textParts(payload.text).parts },
      isBulk: true,
    })),
  );

export type StopReason = 'STOP' | 'no number';

/** What text messages need to know about consent; the app hands it in. */
export interface TextConsent {
  /** Checked right before each leaves. `isNight`: by day it may. */
  ask(
    text: Pick<TextMessage, 'to' | 'owner' | 'dedupeKey'>,
  ): Promise<{ allowed: true } | { allowed: false; reason: string; isNight?: true }>;
  /** Nothing more goes to this number from this hub. */
  stop(number: string, reason: StopReason): Promise<void>;
  /** Whoever has this number wants them again. */
  start(number: string): Promise<void>;
}

/** What became of one after the provider took it. */
export type Delivery = { is: 'delivered' } | { is: 'failed'; reason: string };

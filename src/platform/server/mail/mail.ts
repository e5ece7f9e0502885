import type { AnyTransaction } from '../database/database.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { mailChannel, mailPayload, type MailMessage } from './message.ts';

/** Mail as features write it: a row. How it leaves is `mailFeature`. */
export interface Mail {
  /** Writes the mail in the transaction of what it tells: it goes out when that is committed. False: this key was there. */
  send(trx: AnyTransaction, message: MailMessage): Promise<boolean>;
  /** Many at the cost of one: the keys that are new. */
  sendAll(trx: AnyTransaction, messages: MailMessage[]): Promise<Set<string>>;
}

export const createMail = (outbox: Outbox): Mail => ({
  send(trx, message) {
    const { dedupeKey, dueAt } = message;
    return outbox.put(trx, {
      channel: mailChannel,
      dedupeKey,
      payload: mailPayload(message),
      ...(dueAt && { dueAt }),
    });
  },
  sendAll: (trx, messages) =>
    outbox.putAll(
      trx,
      mailChannel,
      messages.map((message) => ({
        dedupeKey: message.dedupeKey,
        payload: mailPayload(message),
        ...(message.dueAt && { dueAt: message.dueAt }),
      })),
    ),
});

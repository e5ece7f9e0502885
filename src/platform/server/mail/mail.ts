import type { AnyTransaction } from '../database/database.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { mailChannel, mailPayload, type MailMessage } from './message.ts';

/** Email as features send it: a row in the outbox. `mailFeature` delivers it. */
export interface Mail {
  /** Writes the email in the given transaction: it is sent once that commits. False: this key already existed. */
  send(trx: AnyTransaction, message: MailMessage): Promise<boolean>;
  /** Many at the cost of one: returns the new keys. */
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

import type { AnyTransaction } from '../database/database.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { mailChannel, mailPayload, type MailFile, type MailMessage } from './message.ts';

/** Email as features send it: a row in the outbox. `mailFeature` delivers it. */
export interface Mail {
  /** Writes the email in the given transaction: it is sent once that commits. False: this key already existed. */
  send(trx: AnyTransaction, message: MailMessage): Promise<boolean>;
  /** Many at the cost of one: returns the new keys. */
  sendAll(trx: AnyTransaction, messages: MailMessage[]): Promise<Set<string>>;
  /** Says where the files of mails come from, under the name that `MailFile.of` gives. */
  provide(of: string, read: ReadFile): void;
  /** Null where it is gone, or too large for most mailboxes: the mail leaves without it. */
  read(file: MailFile): Promise<Uint8Array | null>;
}

type ReadFile = (ref: string) => Promise<Uint8Array | null>;

/** Many servers refuse mails above 10 MB, and a file grows by a third on its way. */
const largestFile = 7_000_000;

export function createMail(outbox: Outbox): Mail {
  const readers = new Map<string, ReadFile>();
  return {
    send(trx, message) {
      const { dedupeKey, dueAt } = message;
      return outbox.put(trx, {
        channel: mailChannel,
        dedupeKey,
        payload: mailPayload(message),
        isBulk: message.kind === 'marketing',
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
          isBulk: message.kind === 'marketing',
          ...(message.dueAt && { dueAt: message.dueAt }),
        })),
      ),
    provide: (of, read) => void readers.set(of, read),
    async read({ of, ref }) {
      const bytes = (await readers.get(of)?.(ref)) ?? null;
      return bytes && bytes.byteLength <= largestFile ? bytes : null;
    },
  };
}

import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { days, hours } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import type { Platform } from '#platform/server/platform.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import {
  contactReasons,
  heldReason,
  isContactReason,
  sameText,
  type ContactInput,
} from '../../rules/contact.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';
import type { Said } from '../../rules/contract.ts';
import type { OutreachTables } from '../tables.ts';
import type { Threads } from './threads.ts';

type Trx = Transaction<OutreachTables>;
type Message = OutreachTables['contact_message'];

interface Received extends ContactInput {
  trap: string;
  /** What was said in the chat before, where the sender lets it go along. */
  conversation?: readonly Said[] | undefined;
  /** The member who sends it, if the address is their own and proven. */
  uid: string | null;
}

/** Keeps a message that `contactProblems` has nothing against, and mails it on in the same transaction. */
export async function receive(platform: Platform, threads: Threads, input: Received): Promise<void> {
  const { db, clock } = platform;
  const address = parseMailAddress(input.email) ?? '';
  const message: Omit<Message, 'held'> = {
    id: newId('contact'),
    address_key: mailAddressKey(address),
    address,
    name: input.name.trim(),
    reason: isContactReason(input.reason) ? input.reason : 'other',
    message: clean(input.message),
    text_hash: createHash('sha256').update(sameText(input.message)).digest('base64url'),
    received_at: clock.now(),
    conversation: input.conversation?.map(({ from, text }) => ({ from, text: clean(text) })) ?? null,
    uid: input.uid,
    settled_at: null,
  };

  await db.transaction<OutreachTables, void>(async (trx) => {
    const senders = await recentSenders(trx, message);
    // Pressed twice, or sent again because the answer got lost: it is here already.
    if (senders.includes(message.address_key)) return;
    const held = heldReason({ trap: input.trap, message: message.message, isCopy: senders.length > 0 });
    await trx
      .insertInto('contact_message')
      .values({ ...message, held, conversation: asJson(message.conversation) })
      .execute();
    if (held) return;
    await mailOwner(platform, threads, trx, message);
    if (await mayReceipt(trx, message)) await mailReceipt(platform, trx, message);
  });
}

async function recentSenders(
  trx: Trx,
  { text_hash, received_at }: Pick<Message, 'text_hash' | 'received_at'>,
) {
  // Two that come at once wait for one another: each sees the other's.
  await holdLock(trx, `contact:${text_hash}`);
  const rows = await trx
    .selectFrom('contact_message')
    .select('address_key')
    .where('text_hash', '=', text_hash)
    .where('received_at', '>', new Date(received_at.getTime() - days(1)))
    .execute();
  return rows.map((row) => row.address_key);
}

const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** The driver takes an array for one of PostgreSQL's own. */
const asJson = (said: readonly Said[] | null) =>
  said === null ? null : sql<Said[]>`${JSON.stringify(said)}::jsonb`;

/** So much of a chat is in the mail; the rest stands behind its button. */
const mostMailed = 12;

async function mailOwner(
  platform: Platform,
  threads: Threads,
  trx: Trx,
  message: Omit<Message, 'held'>,
): Promise<void> {
  const said = (message.conversation ?? []).slice(-mostMailed);
  const about = contactReasons[message.reason];
  await platform.mail.send(trx, {
    to: ownerAddress(platform),
    replyTo: message.address,
    kind: 'transactional',
    purpose: 'contact',
    why: 'operator',
    subject: `${about}: ${message.name}`,
    dedupeKey: `contact-owner:${message.id}`,
    body: [
      { kind: 'heading', text: about },
      {
        kind: 'lines',
        lines: [
          ['From', message.name],
          ['Email', message.address],
          ['Reference', message.id],
        ],
      },
      { kind: 'text', text: message.message },
      { kind: 'button', label: 'Answer', url: threads.linkFor('operator', message.id) },
      {
        kind: 'small',
        text: 'Answered with the button, your words are mailed to the sender and appear in their chat. You can also reply to this email; then they get it by email alone.',
      },
      ...(said.length > 0 ? [{ kind: 'subheading' as const, text: 'What they asked the assistant' }] : []),
      ...said.map(({ from, text }) => ({
        kind: 'quote' as const,
        spans: [{ text: from === 'visitor' ? 'Visitor: ' : 'Assistant: ', strong: true as const }, { text }],
      })),
    ],
  });
}

/** One an hour and address: nobody can have us fill somebody else's mailbox. */
async function mayReceipt(
  trx: Trx,
  { address_key, received_at }: Pick<Message, 'address_key' | 'received_at'>,
) {
  const opened = await trx
    .insertInto('contact_receipt')
    .values({ address_key, mailed_at: received_at })
    .onConflict((conflict) =>
      conflict
        .column('address_key')
        .doUpdateSet({ mailed_at: received_at })
        .where('contact_receipt.mailed_at', '<=', new Date(received_at.getTime() - hours(1))),
    )
    .returning('address_key')
    .executeTakeFirst();
  return opened !== undefined;
}

/** Without a word of the message: whoever wrote it may have typed somebody else's address. */
async function mailReceipt({ mail, site }: Platform, trx: Trx, { id, address }: Omit<Message, 'held'>) {
  const { name, support } = site.words();
  await mail.send(trx, {
    to: address,
    kind: 'transactional',
    purpose: 'contact',
    why: 'typed',
    subject: `We received your message at ${name}`,
    dedupeKey: `contact-receipt:${id}`,
    body: [
      { kind: 'heading', text: 'We received your message' },
      {
        kind: 'text',
        text: `We’ll reply within ${support.answersWithin}. Your reference is ${id}.`,
      },
      {
        kind: 'small',
        text: 'If you didn’t write to us, someone entered your email address by mistake. You can ignore this email; you’re not on any list.',
      },
    ],
  });
}

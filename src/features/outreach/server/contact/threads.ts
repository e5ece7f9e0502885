import { Problem } from '#base/problem.ts';
import { newId } from '#base/id.ts';
import { minutes } from '#base/clock.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { contactReasons } from '../../rules/contact.ts';
import { type ContactAnswers, type ContactThread, longestReply } from '../../rules/contract.ts';
import type { OutreachTables } from '../tables.ts';

export type Side = 'operator' | 'visitor';

/** So that nobody fills somebody's mailbox, or the hub's disk, with one link. */
const mostReplies = 60;
const mostAnswersShown = 20;

/** Messages with what was answered to them. Who has a side's link speaks for that side. */
export function createThreads(platform: Platform) {
  const { db, clock, mail, origin, site } = platform;
  const signer = createSigner(platform.secret, 'contact thread');
  const tables = () => db.tables<OutreachTables>();

  const linkFor = (side: Side, id: string): string =>
    `${origin()}/contact/thread?t=${encodeURIComponent(signer.sign(`${side}:${id}`))}`;

  function sideOf(token: string): { side: Side; id: string } {
    const [, side, id] = /^(operator|visitor):(.+)$/.exec(signer.read(token) ?? '') ?? [];
    if ((side !== 'operator' && side !== 'visitor') || id === undefined)
      throw new Problem('not_found', 'This link is incomplete. Open it from the email.');
    return { side, id };
  }

  async function messageOf(id: string) {
    const found = await tables()
      .selectFrom('contact_message')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw new Problem('not_found', 'This conversation has been deleted.');
    return found;
  }

  const repliesTo = (id: string) =>
    tables()
      .selectFrom('contact_reply')
      .selectAll()
      .where('message_id', '=', id)
      .orderBy('written_at')
      .orderBy('id')
      .execute();

  async function thread(token: string): Promise<ContactThread> {
    const { side, id } = sideOf(token);
    const message = await messageOf(id);
    const replies = await repliesTo(id);
    return {
      id,
      you: side,
      name: message.name,
      topic: contactReasons[message.reason],
      message: message.message,
      at: message.received_at.toISOString(),
      email: side === 'operator' ? message.address : null,
      // Theirs too, but a link in a mail is passed on more easily than a chat is.
      conversation: side === 'operator' ? (message.conversation ?? []) : [],
      replies: replies.map(({ author, text, written_at }) => ({
        author,
        text,
        at: written_at.toISOString(),
      })),
    };
  }

  /**
   * Keeps what one side writes and mails it to the other, in one transaction. `seen`: how many messages the writer had before
   * them; one more by now is told first.
   */
  async function reply(side: Side, id: string, typed: string, seen?: number): Promise<void> {
    const text = typed.replaceAll('\0', '').toWellFormed().trim();
    const fault =
      text === ''
        ? 'Write a message.'
        : text.length > longestReply
          ? `Up to ${longestReply.toLocaleString('en-US')} characters; this has ${text.length.toLocaleString('en-US')}.`
          : null;
    if (fault) throw new Problem('bad_request', fault, { fields: { text: fault } });
    const message = await messageOf(id);
    if (message.held) throw new Problem('not_found', 'This conversation has been deleted.');
    const now = clock.now();
    await db.transaction<OutreachTables, void>(async (trx) => {
      await holdLock(trx, `contact-thread:${id}`);
      const before = await trx
        .selectFrom('contact_reply')
        .select(['author', 'text', 'written_at'])
        .where('message_id', '=', id)
        .orderBy('written_at', 'desc')
        .execute();
      // Pressed twice, or sent again because the answer got lost.
      const isSame = before.some(
        (one) =>
          one.author === side && one.text === text && one.written_at.getTime() > now.getTime() - minutes(10),
      );
      if (isSame) return;
      if (seen !== undefined && before.length > seen)
        throw new Problem(
          'conflict',
          'Not sent: something came in meanwhile. It stands above; to send your answer too, press again.',
        );
      if (before.length >= mostReplies)
        throw new Problem('conflict', 'This conversation is long. Start a new one on the contact page.');
      const replyId = newId('message');
      await trx
        .insertInto('contact_reply')
        .values({ id: replyId, message_id: id, author: side, text, written_at: now })
        .execute();
      const { name, support } = site.words();
      await mail.send(
        trx,
        side === 'operator'
          ? {
              to: message.address,
              replyTo: support.email,
              kind: 'transactional',
              purpose: 'contact',
              why: 'typed',
              subject: `${name}: an answer to your message`,
              dedupeKey: `contact-reply:${replyId}`,
              body: [
                { kind: 'heading', text: 'An answer to your message' },
                { kind: 'text', text },
                { kind: 'button', label: 'Read or reply', url: linkFor('visitor', id) },
                // Not a word of what came in by the form: somebody else may have typed this address there.
                { kind: 'small', text: `Reference ${id}.` },
              ],
            }
          : {
              to: ownerAddress(platform),
              replyTo: message.address,
              kind: 'transactional',
              purpose: 'contact',
              why: 'operator',
              subject: `Reply from ${message.name}`,
              dedupeKey: `contact-reply:${replyId}`,
              body: [
                { kind: 'heading', text: `${message.name} replied` },
                { kind: 'text', text },
                { kind: 'button', label: 'Answer', url: linkFor('operator', id) },
                { kind: 'small', text: `Reference ${id}. Your answer also appears in their chat.` },
              ],
            },
      );
    });
  }

  return {
    linkFor,
    sideOf,
    thread,
    reply,
    messageOf,
    repliesTo,

    /** What the operator has answered a member, the newest first. */
    async answersFor(uid: string): Promise<ContactAnswers> {
      const rows = await tables()
        .selectFrom('contact_reply as r')
        .innerJoin('contact_message as m', 'm.id', 'r.message_id')
        .select(['r.id', 'r.text', 'r.written_at', 'm.message', 'm.id as message_id'])
        .where('m.uid', '=', uid)
        .where('r.author', '=', 'operator')
        .orderBy('r.written_at', 'desc')
        .limit(mostAnswersShown)
        .execute();
      return {
        answers: rows.map(({ id, text, written_at, message, message_id }) => ({
          id,
          asked: shortened(message),
          text,
          at: written_at.toISOString(),
          link: linkFor('visitor', message_id).slice(origin().length),
        })),
      };
    },
  };
}

export type Threads = ReturnType<typeof createThreads>;

const shortened = (text: string): string =>
  text.length <= 200 ? text : `${text.slice(0, 200).replace(/(?<!\s)\s+\S*$/, '')} ...`;

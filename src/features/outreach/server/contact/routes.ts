import { Problem } from '#base/problem.ts';
import { memberById } from '#features/accounts/server/public.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import { uidOf, type Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactProblems, leastSeconds } from '../../rules/contact.ts';
import {
  contactAnswer,
  contactAnswers,
  contactBody,
  contactThread,
  contactToken,
  threadQuery,
  threadReply,
} from '../../rules/contract.ts';
import { createFormTokens } from './form-tokens.ts';
import { receive } from './receive.ts';
import type { Threads } from './threads.ts';

const perPlace: RateLimit = { name: 'contact', max: 20, perSeconds: 3600, by: 'address' };
const perSender: RateLimit = { name: 'contact-sender', max: 5, perSeconds: 3600, by: 'address' };

/** Room for words about a text that is far too long, rather than a cut connection. */
const maxBody = 1024 * 1024;

export function contactRoutes(platform: Platform, threads: Threads): Route[] {
  const tokens = createFormTokens(platform.secret, platform.clock);
  const count = createRateLimiter(platform.db, platform.clock);

  return [
    route({
      method: 'GET',
      path: '/api/contact/token',
      access: 'anyone',
      summary: 'Get a contact form token',
      description: 'Sending a message requires one.',
      answer: contactToken,
      handle: () => ({ token: tokens.issue(), waitSeconds: leastSeconds }),
    }),
    route({
      method: 'POST',
      path: '/api/contact',
      access: 'anyone',
      summary: 'Send a message to the site owner',
      description: 'It is saved and emailed, and the sender gets a receipt.',
      limit: perPlace,
      body: contactBody,
      maxBody,
      answer: contactAnswer,
      async handle({ body, viewer }) {
        const fields = contactProblems(body);
        if (Object.keys(fields).length > 0)
          throw new Problem('bad_request', Object.values(fields).join(' '), { fields });
        const age = tokens.check(body.token);
        if (age === 'stale')
          throw new Problem(
            'conflict',
            'This form was open for a long time. Send it again; your message is still here.',
          );
        if (age === 'early')
          throw new Problem('too_many', 'That was quick. Wait a moment, then send it again.', {
            retryAfterSeconds: leastSeconds,
          });
        await count(perSender, mailAddressKey(body.email));
        const uid = await writerOf(platform, viewer, body.email);
        await receive(platform, threads, { ...body, trap: body.website ?? '', uid });
        return { received: true };
      },
    }),
    route({
      method: 'GET',
      path: '/api/contact/thread',
      access: 'anyone',
      summary: 'Read a message and the answers to it',
      description: 'By the link from an email. Reading it changes nothing.',
      query: threadQuery,
      answer: contactThread,
      handle({ query, headers }) {
        headers.set('cache-control', 'private, no-store');
        return threads.thread(query.t);
      },
    }),
    route({
      method: 'POST',
      path: '/api/contact/thread',
      access: 'anyone',
      summary: 'Answer a message, or reply to the answer',
      description:
        'It is mailed to the other side; what the operator writes also appears in the chat of a member.',
      body: threadReply,
      maxBody,
      answer: contactThread,
      limit: { name: 'contact-thread', max: 30, perSeconds: 3600, by: 'address' },
      async handle({ body, headers }) {
        headers.set('cache-control', 'private, no-store');
        const { side, id } = threads.sideOf(body.t);
        await threads.reply(side, id, body.text);
        return threads.thread(body.t);
      },
    }),
    route({
      method: 'GET',
      path: '/api/contact/answers',
      access: 'member',
      summary: 'List what the operator has answered you',
      answer: contactAnswers,
      handle: ({ viewer }) => threads.answersFor(viewer.uid),
    }),
  ];
}

/**
 * The member who writes, where the address is their own and they have shown that mail reaches them: an answer may hold
 * what only the owner of the address may read, and appears in the member's chat.
 */
async function writerOf({ db }: Platform, viewer: Viewer, email: string): Promise<string | null> {
  const uid = uidOf(viewer);
  const member = uid === null ? null : await memberById(db.tables(), uid);
  const isOwn = member?.emailVerified && mailAddressKey(member.email) === mailAddressKey(email);
  return isOwn ? member.uid : null;
}

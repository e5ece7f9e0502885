import { Problem } from '#base/problem.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactProblems, leastSeconds } from '../../rules/contact.ts';
import { contactAnswer, contactBody, contactToken } from '../../rules/contract.ts';
import { createFormTokens } from './form-tokens.ts';
import { receive } from './receive.ts';

const perPlace: RateLimit = { name: 'contact', max: 20, perSeconds: 3600, by: 'address' };
const perSender: RateLimit = { name: 'contact-sender', max: 5, perSeconds: 3600, by: 'address' };

/** Room for words about a text that is far too long, rather than a cut connection. */
const maxBody = 1024 * 1024;

export function contactRoutes(platform: Platform): Route[] {
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
      async handle({ body }) {
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
        await receive(platform, { ...body, trap: body.website ?? '' });
        return { received: true };
      },
    }),
  ];
}

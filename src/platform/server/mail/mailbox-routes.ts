import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { route, type Route } from '../http/route.ts';
import type { Mailbox } from './mailbox.ts';

const entry = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  purpose: z.string(),
  kind: z.string(),
  state: z.string(),
  note: z.nullable(z.string()),
  createdAt: z.string(),
  file: z.nullable(z.string()),
});

/** Shows the emails that this hub captures instead of sending: on this machine only, and never on a live hub. */
export function mailboxRoutes(mailbox: Mailbox): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/dev/mailbox',
      access: 'loopback',
      summary: 'List the latest emails',
      answer: z.object({ mails: z.array(entry) }),
      handle: async () => ({ mails: await mailbox.list() }),
    }),
    route({
      method: 'GET',
      path: '/api/dev/mailbox/:id',
      access: 'loopback',
      summary: 'Get an email as it is sent',
      params: z.object({ id: z.string() }),
      answer: z.extend(entry, { html: z.string(), text: z.string() }),
      handle: async ({ params }) => {
        const mail = await mailbox.read(params.id);
        if (!mail) throw new Problem('not_found');
        return mail;
      },
    }),
  ];
}

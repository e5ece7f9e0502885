import * as z from 'zod/mini';
import { readForm } from '#platform/server/http/body.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import { confirmPreview, confirmQuery, emailSend } from '../../rules/contract.ts';
import { emailPaths, missingId, ownEmailService, type EmailIds } from '../../rules/email-service.ts';
import type { Subscription } from './subscription.ts';

const formLimit = 10_000;

// One place, such as an office behind one address, may bring a few people; nobody brings a thousand.
const perPlace: RateLimit = { name: 'newsletter', max: 20, perSeconds: 3600, by: 'address' };

/** The mail service's own shapes, so that its library can be pointed here; and the way behind a confirmation mail. */
export function newsletterRoutes(subscription: Subscription): Route[] {
  /** Only from_email is read: whom to mail is not for a form to say. */
  async function take(ids: EmailIds, from: unknown): Promise<Response> {
    const refused = missingId(ids) ?? unknownId(ids);
    if (refused) return words(400, refused);
    await subscription.subscribe(typeof from === 'string' ? from : '', 'newsletter form');
    return words(200, 'OK');
  }

  return [
    route({
      method: 'POST',
      path: emailPaths.sendForm,
      access: 'anyone',
      summary: 'Subscribe to the newsletter with a form',
      description: 'Subscribes `from_email` once its owner confirms.',
      limit: perPlace,
      answer: 'raw',
      async handle({ request }) {
        const form = await readForm(request, formLimit);
        return take(form, form['from_email']);
      },
    }),
    route({
      method: 'POST',
      path: emailPaths.send,
      access: 'anyone',
      summary: 'Subscribe to the newsletter with JSON',
      description: 'Subscribes `from_email` once its owner confirms.',
      limit: perPlace,
      body: emailSend,
      maxBody: formLimit,
      answer: 'raw',
      handle: ({ body }) => take(body, body.template_params?.['from_email']),
    }),
    route({
      method: 'POST',
      path: '/api/newsletter',
      access: 'anyone',
      summary: 'Subscribe to the newsletter without JavaScript',
      description: 'Redirects to a page that says what happens next.',
      limit: perPlace,
      answer: 'raw',
      async handle({ request }) {
        const form = await readForm(request, formLimit);
        await subscription.subscribe(form['from_email'] ?? '', 'newsletter form');
        return new Response(null, { status: 303, headers: { location: '/newslettersignup?done=1' } });
      },
    }),
    route({
      method: 'GET',
      path: '/api/newsletter/confirm',
      access: 'anyone',
      summary: 'Get what a confirmation link confirms',
      description: 'Has no side effects, because mail scanners open every link.',
      query: confirmQuery,
      answer: confirmPreview,
      handle: ({ query }) => subscription.preview(query.t),
    }),
    route({
      method: 'POST',
      path: '/api/newsletter/confirm',
      access: 'anyone',
      summary: 'Confirm a newsletter subscription',
      limit: { name: 'newsletter-confirm', max: 60, perSeconds: 3600, by: 'address' },
      body: z.object({ t: z.string() }),
      answer: confirmPreview,
      handle: ({ body }) => subscription.confirm(body.t),
    }),
  ];
}

function unknownId({ service_id, template_id }: EmailIds): string | null {
  if (service_id !== ownEmailService.serviceId) return 'The service ID not found.';
  return template_id === ownEmailService.templateId ? null : 'The template ID not found.';
}

const words = (status: number, text: string): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

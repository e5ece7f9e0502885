import { sql } from 'kysely';
import * as z from 'zod/mini';
import { parsePhone } from '#base/phone.ts';
import { Problem } from '#base/problem.ts';
import { escapeHtml } from '#base/escape.ts';
import { json } from '../http/answers.ts';
import { parseJson, readBody } from '../http/body.ts';
import { type Route, route, urlOf } from '../http/route.ts';
import type { OutboxTables } from '../outbox/tables.ts';
import type { Platform } from '../platform.ts';
import { hasBearer, isFromTwilio } from './authentic.ts';
import { type Delivery, type TextConsent, textChannel } from './message.ts';
import { textsApi } from './paths.ts';
import { twilioWords } from './provider.ts';
import type { TextsConfig } from './settings.ts';
import { type Wish, wishOf } from './words.ts';

const maxNotice = 64 * 1024;
const limit = { name: 'texts-notice', max: 6000, perSeconds: 60, by: 'address' } as const;
/** What Twilio answers by itself: a second answer would only cost. */
const answeredByTwilio = /^(?:stop|stopall|unsubscribe|cancel|end|quit|start|unstop)$/i;

export interface DoorParts extends Pick<Platform, 'config' | 'db' | 'clock' | 'origin' | 'site'> {
  consent: TextConsent;
  /** What became of one that was taken: by the key under which it was written. */
  ended(dedupeKey: string, delivery: Delivery): Promise<void>;
}

/** Where the provider says what people wrote back, and what became of what was sent. Nobody else is listened to. */
export function doors({ config, db, clock, origin, site, consent, ended }: DoorParts): Route[] {
  async function noticeOf(request: Request): Promise<{ provider: TextsConfig; fields: URLSearchParams }> {
    const { texts: provider } = config;
    if (!provider) throw new Problem('not_found');
    const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    const forged = () => new Problem('forbidden', 'This notice isn’t from the provider of text messages.');
    if (provider.provider === 'generic') {
      // Who may speak is asked before anything is read.
      if (!hasBearer(provider.token, request.headers.get('authorization'))) throw forged();
      if (type !== 'application/json') throw new Problem('wrong_type', 'Send JSON.');
      const value = parseJson(new TextDecoder().decode(await readBody(request, maxNotice)), 100);
      const pairs = Object.entries(typeof value === 'object' && value !== null ? value : {});
      return {
        provider,
        fields: new URLSearchParams(
          pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
        ),
      };
    }
    if (type !== 'application/x-www-form-urlencoded') throw new Problem('wrong_type', 'Send a form.');
    const fields = new URLSearchParams(new TextDecoder().decode(await readBody(request, maxNotice)));
    const url = `${origin()}${urlOf(request)}`;
    if (!isFromTwilio(provider.token, url, fields, request.headers.get('x-twilio-signature'))) throw forged();
    return { provider, fields };
  }

  /** A notice that comes again, by whomever, does nothing: an old START must not undo a later STOP. */
  async function isHeard(id: string): Promise<boolean> {
    const { rows } = await sql`select from text_heard where id = ${id}`.execute(db.tables());
    return rows.length > 0;
  }

  async function heed(wish: Wish, from: string, id: string): Promise<boolean> {
    if (await isHeard(id)) return false;
    if (wish === 'stop') await consent.stop(from, 'STOP');
    if (wish === 'start') await consent.start(from);
    // Last: whoever was cut off here is told again, and heeded.
    if (wish !== 'help')
      await sql`
        insert into text_heard (id, at) values (${id}, ${clock.now()}) on conflict do nothing`.execute(
        db.tables(),
      );
    return true;
  }

  function replyTo(wish: Wish): string {
    const { name, support } = site.words();
    const host = new URL(origin()).host;
    switch (wish) {
      case 'stop':
        return `You get no more text messages from ${host}. Reply START to get them again.`;
      case 'start':
        return `You get text messages from ${host} again, from those whom you agreed to hear from. Reply STOP to end.`;
      case 'help':
        return `${name} (${host}) sends you texts of those whom you agreed to hear from. Help: ${support.email}. Reply STOP to end.`;
    }
  }

  return [
    route({
      method: 'POST',
      path: textsApi.incoming,
      access: 'anyone',
      summary: 'Take a text message that somebody sent to the hub’s number',
      description:
        'For the provider of text messages, signed by it. STOP ends all text messages to that number, START lifts that, HELP says who this is.',
      crossOrigin: true,
      limit,
      answer: 'raw',
      async handle({ request }) {
        const { provider, fields } = await noticeOf(request);
        const isTwilio = provider.provider === 'twilio';
        const id = fields.get(isTwilio ? 'MessageSid' : 'id') ?? '';
        const from = parsePhone(fields.get(isTwilio ? 'From' : 'from') ?? '');
        const body = fields.get(isTwilio ? 'Body' : 'text') ?? '';
        if (!/^[\w.:-]{4,100}$/.test(id)) throw new Problem('bad_request', 'The notice has no ID.');
        const wish = from === null ? null : wishOf(body);
        const isNew = wish !== null && from !== null && (await heed(wish, from, id));
        const isSaid = isTwilio && (fields.has('OptOutType') || answeredByTwilio.test(body.trim()));
        const reply = isNew && !isSaid ? replyTo(wish) : null;
        return isTwilio ? twiml(reply) : json({ reply });
      },
    }),
    route({
      method: 'POST',
      path: textsApi.status,
      access: 'anyone',
      summary: 'Take what became of a text message',
      description: 'For the provider of text messages, signed by it.',
      crossOrigin: true,
      limit,
      query: z.object({ id: z.string().check(z.regex(/^[\w-]{4,64}$/)) }),
      answer: 'raw',
      async handle({ request, query }) {
        const { provider, fields } = await noticeOf(request);
        const delivery = provider.provider === 'twilio' ? ofTwilio(fields) : ofGeneric(fields);
        const message = await db
          .tables<OutboxTables>()
          .selectFrom('outbound_message')
          .select('dedupe_key')
          .where('id', '=', query.id)
          .where('channel', '=', textChannel)
          .executeTakeFirst();
        if (message && delivery) await ended(message.dedupe_key, delivery);
        return json({ taken: true });
      },
    }),
  ];
}

const failed = (reason: string): Delivery => ({ is: 'failed', reason });

function ofTwilio(fields: URLSearchParams): Delivery | null {
  const code = Number(fields.get('ErrorCode') ?? '');
  switch (fields.get('MessageStatus')) {
    case 'delivered':
    case 'read':
      return { is: 'delivered' };
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return failed(twilioWords[code] ?? (code > 0 ? `not delivered (code ${code})` : 'not delivered'));
    default:
      return null;
  }
}

function ofGeneric(fields: URLSearchParams): Delivery | null {
  const status = fields.get('status');
  if (status === 'delivered') return { is: 'delivered' };
  return status === 'failed' ? failed('not delivered') : null;
}

const twiml = (reply: string | null): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><Response>${reply === null ? '' : `<Message>${escapeHtml(reply)}</Message>`}</Response>`,
    { headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' } },
  );

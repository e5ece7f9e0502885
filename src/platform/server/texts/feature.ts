import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import type { ServerFeature, ServiceStatus } from '../feature.ts';
import { route } from '../http/route.ts';
import type { OutboxTables } from '../outbox/tables.ts';
import type { Platform } from '../platform.ts';
import { forgetCounts } from './bounds.ts';
import { type DoorParts, doors } from './doors.ts';
import { textHandler } from './handler.ts';
import { textChannel, type TextPayload } from './message.ts';
import { createMonthWatch, textsPage } from './month-watch.ts';
import { textsApi } from './paths.ts';

/** Whether a text message reaches anyone, if only whoever tries out this hub. */
export const sendsTexts = ({ live, texts }: Pick<Config, 'live' | 'texts'>): boolean =>
  texts !== undefined || !live;

/** How text messages leave the hub, or are kept to be read here while it isn’t live. */
export function textsFeature(
  platform: Platform,
  { consent, ended }: Pick<DoorParts, 'consent' | 'ended'>,
): ServerFeature {
  const { config, db, clock } = platform;
  const watch = createMonthWatch(platform);
  return {
    name: 'texts',
    outboxHandlers: [textHandler({ ...platform, consent })],
    routes: [...doors({ ...platform, consent, ended }), ...(config.live ? [] : [devTexts(platform)])],
    jobs: [{ name: 'texts-tidy', everySeconds: 86_400, run: () => forgetCounts(db, clock.now()) }],
    ...(sendsTexts(config) && { desk: [textsPage(platform)] }),
    runsOn: () => [{ ...textsStatus(config), ...(sendsTexts(config) && watch.advice()) }],
  };
}

/** What would have been sent, for whoever develops or tries out this hub. */
const devTexts = ({ db }: Pick<Platform, 'db'>) =>
  route({
    method: 'GET',
    path: textsApi.dev,
    access: 'loopback',
    summary: 'List the latest text messages',
    answer: z.object({
      texts: z.array(
        z.object({
          id: z.string(),
          to: z.string(),
          text: z.string(),
          state: z.string(),
          note: z.nullable(z.string()),
          createdAt: z.string(),
        }),
      ),
    }),
    async handle() {
      const rows = await db
        .tables<OutboxTables>()
        .selectFrom('outbound_message')
        .select(['id', 'payload', 'state', 'note', 'created_at'])
        .where('channel', '=', textChannel)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(100)
        .execute();
      return {
        texts: rows.flatMap(({ id, payload, state, note, created_at }) => {
          const { to, text } = payload as Partial<TextPayload>;
          // Erasing a person keeps the row and empties it.
          return to === undefined || text === undefined
            ? []
            : [{ id, to, text, state, note, createdAt: created_at.toISOString() }];
        }),
      };
    },
  });

export function textsStatus({ live, texts }: Pick<Config, 'live' | 'texts'>): ServiceStatus {
  const service = 'texts';
  if (texts)
    return {
      service,
      runsOn: `${texts.provider}, ${new URL(texts.url).host}, from ${texts.from}`,
      state: 'up',
    };
  return live
    ? { service, runsOn: 'not set up: no text messages', state: 'off' }
    : { service, runsOn: 'saved here, nothing is sent; read them at /dev/mailbox', state: 'up' };
}

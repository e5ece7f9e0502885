import { onTestFinished } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { mailConsent } from '#features/consent/server/public.ts';
import { unsubscribeRoutes } from '#features/consent/server/routes.ts';
import { newsletterGuard, outreach } from '#features/outreach/server/index.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { silentLog } from '#platform/server/log.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import type { MailPayload } from '#platform/server/mail/message.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import type { TestDatabase } from './database.ts';
import { mounted, testPlatform } from './platform.ts';
import { sampleSite } from './site.ts';

export const origin = 'https://birch.example';
export const owner = 'owner@birch.example';

interface Settings {
  smtpUrl?: string;
  env?: Record<string, string>;
  topics?: { id: string; label: string }[];
}

/** Newsletter and contact over real HTTP handling, a real database and, where one is named, a real mail server. */
export function outreachHub(db: TestDatabase, { smtpUrl, env = {}, topics = [] }: Settings = {}) {
  const clock = movableClock('2026-11-21T12:00:00Z');
  const config: Config = {
    ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin, ...(smtpUrl && { SMTP_URL: smtpUrl }), ...env }),
    live: env['live'] !== 'no',
  };
  const platform = testPlatform({ db, clock, config, origin });
  platform.site.words = () => sampleSite({ newsletterTopics: topics });
  const consent = newsletterGuard(platform, mailConsent(platform));
  const handler = mailHandler({ ...platform, consent });
  const feature = outreach(platform);

  const unexpected: unknown[] = [];
  const app = mounted([...(feature.routes ?? []), ...unsubscribeRoutes(platform)], {
    ownOrigin: () => origin,
    trustProxy: 1,
    countAgainst: createRateLimiter(db, clock),
    report: (error) => unexpected.push(error),
  });

  let callers = 0;
  const send = (
    path: string,
    init: RequestInit,
    from = `10.1.${Math.floor(++callers / 250)}.${callers % 250}`,
  ) =>
    app.request(new URL(path, origin), {
      ...init,
      headers: { origin, 'x-forwarded-for': from, ...(init.headers as Record<string, string>) },
    });

  return {
    platform,
    consent,
    clock,
    feature,
    unexpected,
    send,
    get: (path: string) => send(path, {}),
    json: (path: string, body: unknown, from?: string) =>
      send(
        path,
        { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        from,
      ),
    form: (path: string, body: FormData | URLSearchParams, from?: string) =>
      send(path, { method: 'POST', body }, from),
    /** The mails written so far, the oldest first. */
    async mails(to?: string): Promise<(MailPayload & { state: string; words: string })[]> {
      const { rows } = await db.pool.query<{ payload: MailPayload; state: string }>(
        `select payload, state from outbound_message where channel = 'mail' order by created_at, id`,
      );
      return rows
        .map(({ payload, state }) => ({ ...payload, state, words: JSON.stringify(payload.body) }))
        .filter((mail) => to === undefined || mail.to === to);
    },
    /** Lets out what is due, as the running hub does. */
    async deliver(): Promise<void> {
      const worker = startWorker({
        db,
        handlers: [handler],
        clock,
        log: silentLog,
        pollSeconds: 3600,
      });
      onTestFinished(() => handler.close());
      await worker.drain();
      // It would hear of the next mail and send that unasked.
      await worker.stop();
    },
    /** What the running hub does every half minute. */
    async tick(): Promise<void> {
      await feature.jobs?.find(({ name }) => name === 'newsletter-send')?.run();
    },
    async command(line: string): Promise<string[]> {
      const command = feature.commands?.find(({ name }) => line.startsWith(name));
      if (!command) throw new Error(`No command ${line}`);
      const lines: string[] = [];
      await command.run(line.slice(command.name.length).trim().split(/\s+/).filter(Boolean), (text) =>
        lines.push(text),
      );
      return lines;
    },
  };
}

export type OutreachHub = ReturnType<typeof outreachHub>;

/** The newsletter's form as the browser sends it. */
export function newsletterForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  const all = { service_id: 'hub', template_id: 'newsletter', user_id: 'hub', to_email: owner, ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  return form;
}

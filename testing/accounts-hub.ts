import type { Hono } from 'hono';
import { type Clock, systemClock } from '#base/clock.ts';
import { accounts, type AccountsOptions } from '#features/accounts/server/index.ts';
import { createHashing, type Hashing } from '#features/accounts/server/hashing.ts';
import type { Turn } from '#platform/server/workers/turns.ts';
import { createMemberData } from '#features/accounts/server/public.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mounted, testPlatform } from './platform.ts';

export const origin = 'http://hub.test';

interface HubOptions extends AccountsOptions {
  env?: Record<string, string>;
  clock?: Clock;
  live?: boolean;
  /** What else of the hub such a member reaches. */
  beside?: (platform: Platform) => ServerFeature[];
}

/** Accounts over real HTTP handling and a real database, with hashing that is cheap and counted. */
export function accountsHub(
  db: Database,
  { beside, clock = systemClock, live = false, ...options }: HubOptions = {},
) {
  const config: Config = {
    ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin, ...options.env }),
    live,
  };
  const files = openDiskFiles(`${config.dataDir}/files`);
  const platform = testPlatform({ db, clock, config, origin, files });
  const counted = countedHashing();
  const memberData = options.memberData ?? createMemberData();
  const feature = accounts(platform, { hashing: counted, ...options, memberData });

  const unexpected: unknown[] = [];
  const besideIt = beside?.(platform) ?? [];
  const routes = [feature, ...besideIt].flatMap((each) => each.routes ?? []);
  const app = mounted(routes, {
    ownOrigin: () => origin,
    // Each browser of a test stands at an address of its own.
    trustProxy: 1,
    ...(feature.resolveViewer && { resolveViewer: feature.resolveViewer }),
    countAgainst: createRateLimiter(db, clock),
    security: platform.security,
    report: (error) => unexpected.push(error),
  });

  const browser = browsersOf(app);

  return {
    platform,
    feature,
    beside: besideIt,
    hashing: counted,
    unexpected,
    app,
    browser,
    /** Delivers what waits for this feature's own handlers, as the worker would. */
    async deliver(): Promise<void> {
      for (const handler of feature.outboxHandlers ?? []) {
        const { rows } = await db.pool.query<{ id: string; dedupe_key: string; payload: unknown }>(
          `update outbound_message set state = 'done' where channel = $1 and state = 'waiting' returning id, dedupe_key, payload`,
          [handler.channel],
        );
        for (const row of rows)
          await handler.deliver(row.payload, {
            id: row.id,
            attempt: 1,
            dedupeKey: row.dedupe_key,
            leaves: async () => {},
          });
      }
    },
    /** Mails to an address, the oldest first. */
    async mails(to: string): Promise<{ subject: string; text: string; token: string | null }[]> {
      const { rows } = await db.pool.query<{ payload: { to: string; subject: string; body: unknown } }>(
        `select payload from outbound_message where channel = 'mail' and payload->>'to' = $1 order by created_at, id`,
        [to],
      );
      return rows.map(({ payload }) => {
        const text = JSON.stringify(payload.body);
        return { subject: payload.subject, text, token: /#token=([^"]+)/.exec(text)?.[1] ?? null };
      });
    },
    /** The code of the newest mail to an address that has one. */
    async mailedCode(to: string): Promise<string> {
      await this.deliver();
      const codes = (await this.mails(to)).map(({ subject }) => /^\d{6}(?= is your code)/.exec(subject)?.[0]);
      return codes.findLast((code) => code !== undefined) ?? '';
    },
    async command(line: string): Promise<string[]> {
      const command = feature.commands?.find(({ name }) => line.startsWith(name));
      const lines: string[] = [];
      await command?.run(line.slice(command.name.length).trim().split(/\s+/).filter(Boolean), (text) =>
        lines.push(text),
      );
      return lines;
    },
  };
}

/** Browsers: each keeps cookies, follows nothing, and stands at an address of its own. */
export function browsersOf(app: Pick<Hono, 'request'>, at = origin) {
  let browsers = 0;
  return function browser(address = `10.0.${Math.floor(++browsers / 250)}.${browsers % 250}`) {
    const jar = new Map<string, string>();
    async function send(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Response> {
      const response = await app.request(new URL(path, at), {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: {
          ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          origin: at,
          'x-forwarded-for': address,
          ...headers,
        },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/Max-Age=0/.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    }
    return {
      jar,
      get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
      post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
        send('POST', path, body, headers),
      patch: (path: string, body: unknown) => send('PATCH', path, body),
      put: (path: string, body: unknown, headers?: Record<string, string>) =>
        send('PUT', path, body, headers),
      delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
      async who(): Promise<{
        uid: string;
        email: string;
        displayName: string;
        emailVerified: boolean;
      } | null> {
        return ((await (await send('GET', '/api/auth/session')).json()) as { user: never }).user;
      },
    };
  };
}

/** Real scrypt, at a thousandth of the cost. */
function countedHashing(): Hashing & { hashed: number; verified: number } {
  const real = createHashing({ log2N: 4, r: 8, p: 1 });
  const counted = {
    hashed: 0,
    verified: 0,
    async hash(password: string, turn: Turn) {
      counted.hashed++;
      return real.hash(password, turn);
    },
    async verify(stored: string, password: string, turn: Turn) {
      counted.verified++;
      return real.verify(stored, password, turn);
    },
  };
  return counted;
}

export const errorOf = async (response: Response) =>
  (
    (await response.json()) as {
      error: { code: string; message: string; fields?: Record<string, string>; retryAfterSeconds?: number };
    }
  ).error;

import { Hono } from 'hono';
import type { Clock } from '#base/clock.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { asProblem } from '#platform/server/database/open.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { mountRoutes, type MountTools } from '#platform/server/http/mount.ts';
import type { Route } from '#platform/server/http/route.ts';
import { guest, type ResolveViewer } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSecurityLog } from '#platform/server/security/security-log.ts';
import { sampleSite } from './site.ts';
import { testSecret } from './willing.ts';

interface Ground extends Partial<Pick<Platform, 'files' | 'ai'>> {
  db: Database;
  clock: Clock;
  config: Config;
  origin: string;
}

/** What a feature stands on, on a real database: mail goes into its outbox, files only where a place for them is given. */
export function testPlatform({ db, clock, config, origin, files, ai }: Ground): Platform {
  const outbox = createOutbox(db, clock);
  const shop = () => ({ name: 'Birch & Sons', address: '1 Long Lane, Dublin', cartReminders: true });
  const site = { words: sampleSite, shop } as Platform['site'];
  return {
    config,
    clock,
    log: silentLog,
    db,
    outbox,
    files: files ?? ({} as Platform['files']),
    ai: ai ?? createAi({ config: { ai: undefined } }),
    site,
    mail: createMail(outbox),
    secret: testSecret,
    security: createSecurityLog({ db, clock, log: silentLog, secret: testSecret }),
    listening: () => {},
    origin: () => origin,
  };
}

export interface Who {
  uid: string;
  email: string;
}

/** Routes as the server mounts them, for requests without a socket. Untold, everybody is a guest without a limit. */
export function mounted(
  routes: Route[] | undefined,
  tools: Pick<MountTools, 'ownOrigin'> & Partial<MountTools>,
): Hono {
  const app = new Hono();
  mountRoutes(app as never, routes ?? [], {
    log: silentLog,
    metrics: createMetrics(),
    trustProxy: 0,
    resolveViewer: async () => guest,
    countAgainst: async () => {},
    takeRead: () => {},
    asProblem,
    report(error) {
      throw error;
    },
    checkAnswers: true,
    ...tools,
  });
  return app;
}

const byHeader: ResolveViewer = async (request) => {
  const [uid, email] = (request.headers.get('x-member') ?? '').split(' ');
  return uid && email ? { kind: 'member', uid, email, sessionId: uid } : guest;
};

/** The same where a member is whoever a header says: accounts are tested elsewhere. */
export function mountedForMembers(routes: Route[], origin: string) {
  const app = mounted(routes, { ownOrigin: () => origin, resolveViewer: byHeader });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    who?: Who,
    headers?: Record<string, string>,
  ) =>
    app.request(new URL(path, origin), {
      method,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        origin,
        ...(who && { 'x-member': `${who.uid} ${who.email}` }),
        ...headers,
      },
    });
  return { app, call };
}

import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { countCaller, createRateLimiter } from '#platform/server/http/limits.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { errorsCommand } from './commands.ts';
import { errorsPage } from './desk-page.ts';
import { mostBytes, readEnvelope } from './envelope.ts';
import { reportsPerson } from './person.ts';
import { keepReport, pruneReports } from './store.ts';

/** Of one address; of all together five times as many are kept. */
const limit = { name: 'reports', max: 60, perSeconds: 60, by: 'address' } as const;

/** Errors of the hub's own pages and server, kept here when no other service is named for them. */
export function reports(platform: Platform): ServerFeature {
  const { db, clock, config } = platform;
  const count = createRateLimiter(db, clock);
  const ingest = route({
    method: 'POST',
    path: '/api/:project/envelope/',
    access: 'anyone',
    summary: 'Receive error reports',
    description: 'In the envelope format of the error-reporting clients.',
    params: z.object({ project: z.string().check(z.regex(/^\d{1,10}$/)) }),
    limit,
    maxBody: mostBytes,
    answer: z.object({ kept: z.int() }),
    async handle({ request, viewer, address }) {
      // Only who is signed in is believed to be somebody; what an envelope claims is not.
      const reporter = viewer.kind === 'member' ? { id: viewer.uid, email: viewer.email } : null;
      let kept = 0;
      let taken = 0;
      for (const { type, payload } of await readEnvelope(request)) {
        if (payload === null) continue;
        // The first was counted with its envelope: many in one are as many from this address.
        if (++taken > 1) await countCaller(count, limit, address);
        const event = { ...payload, type: type === 'transaction' ? type : undefined };
        if (!(await keepReport(platform, event, reporter)))
          throw new Problem('too_many', undefined, { retryAfterSeconds: 60 });
        kept++;
      }
      return { kept };
    },
  });

  return {
    name: 'reports',
    // With a service of its own named, nobody has a reason to send anything here.
    routes: config.sentryDsn ? [] : [ingest],
    jobs: [{ name: 'reports: forget old ones', everySeconds: 600, run: () => pruneReports(platform) }],
    commands: [errorsCommand(platform)],
    desk: [errorsPage(platform)],
    person: reportsPerson(db),
    runsOn: () => [
      config.sentryDsn
        ? { service: 'errors', runsOn: `reported to ${new URL(config.sentryDsn).host}`, state: 'up' }
        : { service: 'errors', runsOn: 'stored here; list them with npm run hub -- errors', state: 'up' },
    ],
  };
}

import { movableClock } from '#base/clock.ts';
import { reports } from '#features/reports/server/index.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mounted } from './platform.ts';

/** The reports feature over real HTTP handling and a real database; every report from an address of its own. */
export function reportsHub(db: Database, viewer: Viewer = guest) {
  const clock = movableClock(new Date());
  const platform = { db, clock, config: readConfig({ NODE_ENV: 'production' }) } as unknown as Platform;
  const feature = reports(platform);
  const unexpected: unknown[] = [];
  const app = mounted(feature.routes ?? [], {
    ownOrigin: () => 'http://hub.test',
    trustProxy: 1,
    resolveViewer: async () => viewer,
    countAgainst: createRateLimiter(db, clock),
    report: (error) => unexpected.push(error),
  });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    app.request('/api/1/envelope/', {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': newAddress(), ...headers },
    });
  async function errors(...args: string[]): Promise<string> {
    const lines: string[] = [];
    await feature.commands?.[0]?.run(args, (line) => lines.push(line));
    return lines.join('\n');
  }
  return { app, clock, platform, feature, unexpected, post, errors };
}

let addresses = 0;
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`;

export const envelope = (...events: unknown[]): string =>
  [
    '{}',
    ...events.flatMap((event) => [
      JSON.stringify({ type: (event as { type?: string }).type ?? 'event' }),
      JSON.stringify(event),
    ]),
  ].join('\n');
export const failure = (value: string, more: object = {}) => ({
  exception: { values: [{ type: 'TypeError', value, ...more }] },
});

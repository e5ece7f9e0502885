import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { createMemberData } from '#features/accounts/server/public.ts';
import type {
  Block,
  Funnel,
  FunnelAnswer,
  WriteAnswer,
  WriteBody,
} from '#features/funnels/rules/contract.ts';
import { startFrom } from '#features/funnels/rules/start-from.ts';
import { starters } from '#features/funnels/rules/starters/index.ts';
import { funnels } from '#features/funnels/server/index.ts';
import type { CheckoutPath } from '#features/funnels/server/basket.ts';
import type { FindProduct } from '#features/funnels/server/publish.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { guest } from '#platform/server/http/viewer.ts';
import type { TestDatabase } from './database.ts';
import { inOwnWords } from './own-words.ts';
import { mounted, testPlatform } from './platform.ts';

export const origin = 'https://birch.example';
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** Funnels over real HTTP handling, a real database and a real disk; a header says who asks. */
export async function funnelsHub(db: TestDatabase, findProduct?: FindProduct, checkoutPath?: CheckoutPath) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-funnels-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = movableClock('2026-11-21T12:00:00Z');
  const config = { ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin }), live: true };
  const platform = testPlatform({ db, clock, config, origin, files: openDiskFiles(folder) });
  const memberData = createMemberData();
  const feature = funnels(platform, {
    memberData,
    ...(findProduct && { findProduct }),
    ...(checkoutPath && { checkoutPath }),
  });
  const unexpected: unknown[] = [];
  const app = mounted(feature.routes ?? [], {
    ownOrigin: () => origin,
    trustProxy: 1,
    resolveViewer: async (request) => {
      const uid = request.headers.get('x-user');
      return uid ? { kind: 'member', uid, email: `${uid}@example.com`, sessionId: 's' } : guest;
    },
    countAgainst: createRateLimiter(db, clock),
    report: (error) => unexpected.push(error),
  });

  const send = (
    method: string,
    path: string,
    init: {
      body?: string | URLSearchParams | Uint8Array<ArrayBuffer>;
      headers?: Record<string, string>;
    } = {},
  ) =>
    app.request(new URL(path, origin), {
      method,
      ...(init.body !== undefined && { body: init.body }),
      headers: { origin, 'user-agent': browser, 'x-forwarded-for': '10.2.0.1', ...init.headers },
    });

  async function member(uid: string) {
    await sql`insert into account_user (id, name, email, email_verified) values (${uid}, ${uid}, ${`${uid}@example.com`}, true) on conflict do nothing`.execute(
      db.tables(),
    );
    const call = (method: string, path: string, body?: unknown) =>
      send(method, path, {
        headers: { 'x-user': uid, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await call(method, path, body);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    return {
      uid,
      call,
      ask,
      put: (id: string, body: Partial<WriteBody>) =>
        ask<WriteAnswer>('PUT', `/api/funnels/${id}`, { key: randomText(24), base: 0, ...body }),
      get: (id: string) => ask<FunnelAnswer>('GET', `/api/funnels/${id}`),
    };
  }

  return {
    app,
    /** Where its files lie. */
    folder,
    clock,
    platform,
    feature,
    memberData,
    unexpected,
    member,
    send,
    visit: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    async leave(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      return send('POST', path, { body: new URLSearchParams(fields), headers });
    },
    /** As the script of a page gets it, long enough ago. */
    async token(): Promise<string> {
      const { token } = (await (await send('GET', '/api/funnels/form')).json()) as { token: string };
      clock.move(5000);
      return token;
    },
    runJobs: async () => {
      for (const job of feature.jobs ?? []) await job.run();
    },
  };
}

/** A complete funnel, such as somebody starts from, with what a starter leaves open filled in. */
export function aFunnel(id: string, starter = 'lead-magnet'): Funnel {
  const found = starters.find((one) => one.id === starter);
  if (!found) throw new Error(`There is no starter ${starter}`);
  const funnel = startFrom(found, () => randomText(12), id, null);
  return {
    ...funnel,
    slug: `${starter}-${id}`.replaceAll('_', '-'),
    style: { ...funnel.style, company: 'Wren Studio' },
    steps: funnel.steps.map((step) => ({
      ...step,
      blocks: step.blocks.map((block) => inOwnWords(complete(block))),
    })),
  };
}

function complete(block: Block): Block {
  const { values, items } = block;
  const isOpen = block.type === 'hero' && values['button'] && !values['link'];
  return {
    ...block,
    values: isOpen ? { ...values, link: 'https://files.example.com/guide.pdf' } : values,
    items: items.map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([name, text]) => [
          name,
          text.replace(/\[Your [^\]]*\]/g, 'It saved us a week.'),
        ]),
      ),
    ),
  };
}

/** The same with each block as `change` makes it. */
export const withBlock = (funnel: Funnel, change: (block: Block) => Block): Funnel => ({
  ...funnel,
  steps: funnel.steps.map((step) => ({ ...step, blocks: step.blocks.map(change) })),
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type Clock, movableClock } from '#base/clock.ts';
import { createMemberData } from '#features/accounts/server/public.ts';
import type { PlanId } from '#features/plans/rules/plans.ts';
import { createPlans, createRoom } from '#features/plans/server/public.ts';
import { saved, type SavedOptions } from '#features/saved/server/index.ts';
import { countSaved, savedBytes, versionsMakeWay } from '#features/saved/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { guest, type Viewer } from '#platform/server/http/viewer.ts';
import { silentLog } from '#platform/server/log.ts';
import { mounted } from './platform.ts';

const origin = 'http://hub.test';

/** What a plan lets a member store, as the hub wires it. */
export const realPlans = ({ clock }: { clock: Clock }, megabytes?: number) => ({
  plans: createPlans({ clock }, { savedTemplates: countSaved }),
  room: createRoom(
    {
      clock,
      config: readConfig({ NODE_ENV: 'test', ...(megabytes && { ACCOUNT_MEGABYTES: String(megabytes) }) }),
    },
    [savedBytes],
    [versionsMakeWay(clock)],
  ),
});

/** Saved templates over real HTTP handling, a real database, a real disk and real plans; a header says who asks. */
export async function savedHub(
  db: Database,
  options: Pick<SavedOptions, 'heartbeatMs'> & {
    files?: (real: FileStore) => FileStore;
    megabytes?: number;
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-saved-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = movableClock('2026-11-21T12:00:00Z');
  const memberData = createMemberData();
  const disk = openDiskFiles(folder);
  const files = options.files?.(disk) ?? disk;
  const gone = new Set<string>();
  const resolveViewer = async (request: Request): Promise<Viewer> => {
    const uid = request.headers.get('x-user');
    return uid && !gone.has(uid)
      ? {
          kind: 'member',
          uid,
          email: `${uid}@example.com`,
          sessionId: request.headers.get('x-session') ?? 's',
        }
      : guest;
  };
  const { plans, room } = realPlans({ clock }, options.megabytes);
  const feature = saved(
    { db, clock, files, log: silentLog },
    { ...options, memberData, plans, room, resolveViewer },
  );
  const unexpected: unknown[] = [];
  const app = mounted(feature.routes ?? [], {
    ownOrigin: () => origin,
    resolveViewer,
    countAgainst: createRateLimiter(db, clock),
    report: (error) => unexpected.push(error),
  });

  async function member(uid: string, plan: PlanId = 'ENTERPRISE') {
    await sql`insert into account_user (id, name, email) values (${uid}, ${uid}, ${`${uid}@example.com`.toLowerCase()}) on conflict do nothing`.execute(
      db.tables(),
    );
    const paid = { billingCycle: 'monthly', paymentMethod: null, nextBillingAt: null, endsAt: null } as const;
    await db.transaction((trx) => plans.setPaid(trx, uid, { plan, ...paid }));
    const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      app.request(new URL(path, origin), {
        method,
        headers: {
          'x-user': uid,
          origin,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && {
          body:
            typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
        }),
      });
    const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const response = await send(method, path, body);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    return { uid, send, ask };
  }

  return {
    app,
    clock,
    files,
    folder,
    feature,
    memberData,
    member,
    unexpected,
    signOut: (uid: string) => gone.add(uid),
    runJobs: async () => {
      for (const job of feature.jobs ?? []) await job.run();
    },
  };
}

/** A reader of server-sent events; the history's name, which each stream begins with, is passed over. */
export function eventReader(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('No stream');
  let text = '';
  const next = async (): Promise<{ event: string; id: string | null; data: unknown } | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const event = /^event: (.*)$/m.exec(block)?.[1];
        if (event && event !== 'epoch')
          return {
            event,
            id: /^id: (.*)$/m.exec(block)?.[1] ?? null,
            data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as unknown,
          };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
  return { next, close: () => reader.cancel() };
}

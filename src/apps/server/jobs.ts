import type pg from 'pg';
import type { RecurringJob } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { giveLockBack, tryLock } from '#platform/server/database/locks.ts';

export interface Jobs {
  /** Checks every job once and runs those that are due; resolves when they are done. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

const mostSecondsBetweenLooks = 30;

/**
 * Runs each job at its interval, however many processes the hub has and however often they start: the last run is
 * in the database, and whoever holds the job's lock runs it. A lock is released with its process.
 */
export function startJobs({ db, log }: Pick<Platform, 'db' | 'log'>, jobs: RecurringJob[]): Jobs {
  const running = new Map<string, Promise<void>>();
  let keeper: Promise<pg.PoolClient> | null = null;
  /** The same once it is there; null again when it has been released. */
  let kept: pg.PoolClient | null = null;
  let line: Promise<unknown> = Promise.resolve();
  let stopped = false;

  /** One connection holds all locks of this process: jobs that run together mustn't exhaust the pool. */
  function lockKeeper(): Promise<pg.PoolClient> {
    if (keeper) return keeper;
    const taken = db.pool.connect();
    keeper = taken;
    taken.then(
      (client) => {
        kept = client;
        client.once('end', () => letGo(client));
      },
      () => (keeper = null),
    );
    return taken;
  }

  /**
   * One query at a time: a connection can't run two at once. One that fails is of no more use, whether or not it was
   * closed: the server may no longer be the primary. The next look dials again.
   */
  function ask<T extends pg.QueryResultRow>(client: pg.PoolClient, text: string, values: unknown[]) {
    const asked = line.then(() => client.query<T>(text, values));
    line = asked.catch(() => letGo(client));
    return asked;
  }

  function letGo(client: pg.PoolClient): void {
    if (kept !== client) return;
    kept = null;
    keeper = null;
    client.release(true);
  }

  function look(job: RecurringJob): Promise<void> {
    if (stopped) return Promise.resolve();
    const already = running.get(job.name);
    if (already) return already;
    const run = runIfDue(job)
      .catch(async (error: unknown) => {
        log.error('job failed', { job: job.name, error });
        await db.pool.query(noteFailure, [`job-failed:${job.name}`, failureWords(error)]).catch(() => {});
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  }

  async function runIfDue(job: RecurringJob): Promise<void> {
    // Without a database there is nothing to do; the next check comes soon.
    const client = await lockKeeper().catch(() => null);
    if (!client) return;
    const key = `job:${job.name}`;
    const { rows } = await ask<{ mine: boolean }>(client, tryLock, [key]);
    if (!rows[0]?.mine) return;
    try {
      // A timer that fires slightly early still counts.
      const { rowCount } = await ask(client, takeBeat, [key, job.everySeconds * 0.9]);
      if (rowCount === 1) await job.run();
    } finally {
      await ask(client, giveLockBack, [key]);
    }
  }

  const timers = jobs.map((job) =>
    setInterval(() => void look(job), Math.min(job.everySeconds, mostSecondsBetweenLooks) * 1000).unref(),
  );

  return {
    runDue: async () => void (await Promise.all(jobs.map(look))),
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
      await keeper?.then(letGo, () => {});
    },
  };
}

/** For the operator, in one line; addresses with a password in them are never shown. */
const failureWords = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
    .split('\n', 1)
    .join('')
    .replace(/:\/\/[^\s/@]*@/g, '://***@')
    .slice(0, 200);

const noteFailure = `
  insert into hub_meta (key, value) values ($1, jsonb_build_object('at', now(), 'words', $2::text))
  on conflict (key) do update set value = excluded.value`;

/** By the database's clock, the only one that all processes share; moving a local clock back doesn't stop a job. */
const takeBeat = `
  insert into hub_meta (key, value) values ($1, to_jsonb(now()))
  on conflict (key) do update set value = excluded.value
  where (hub_meta.value #>> '{}')::timestamptz not between now() - make_interval(secs => $2) and now()`;

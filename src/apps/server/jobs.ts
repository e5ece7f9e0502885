import type { RecurringJob } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Runs each job on its beat, in one process of the hub at a time: whoever holds its lock does it, the others pass. */
export function startJobs(platform: Platform, jobs: RecurringJob[]): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  let stopped = false;

  const timers = jobs.map((job) =>
    setInterval(() => {
      if (stopped) return;
      const run = runOnce(platform, job).finally(() => running.delete(run));
      running.add(run);
    }, job.everySeconds * 1000).unref(),
  );

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}

async function runOnce(platform: Platform, job: RecurringJob): Promise<void> {
  const client = await platform.db.pool.connect().catch(() => null);
  if (!client) return;
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as mine',
      [`job:${job.name}`],
    );
    if (!rows[0]?.mine) return;
    try {
      await job.run();
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [`job:${job.name}`]);
    }
  } catch (error) {
    platform.log.error('job failed', { job: job.name, error });
  } finally {
    client.release();
  }
}

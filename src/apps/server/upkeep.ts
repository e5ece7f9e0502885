import type { RecurringJob } from '#platform/server/feature.ts';
import { pruneRateLimits } from '#platform/server/http/limits.ts';
import type { Metrics } from '#platform/server/http/metrics.ts';
import { outboxDepth, pruneOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';

const daily = 86_400;

/** The hub's own recurring job: deletes what no one needs anymore. */
export const upkeepJobs = ({ db, clock, log }: Platform): RecurringJob[] => [
  {
    name: 'forget',
    everySeconds: daily / 4,
    async run() {
      const rows = await pruneOutbox(db, clock);
      await pruneRateLimits(db, clock);
      if (rows > 0) log.info('outbox: deleted old rows', { rows });
    },
  },
];

/** Metrics for the operator's alerts. */
export function processGauges(metrics: Metrics, { db, clock }: Platform): void {
  const sum = async (of: 'waiting' | 'failed') =>
    (await outboxDepth(db, clock)).reduce((total, channel) => total + channel[of], 0);
  const oldest = async () =>
    Math.max(0, ...(await outboxDepth(db, clock)).map((channel) => channel.oldestSeconds));
  metrics.gauge('hub_outbox_waiting', 'Messages that are due and not yet sent.', () => sum('waiting'));
  metrics.gauge('hub_outbox_failed', 'Messages that failed permanently.', () => sum('failed'));
  metrics.gauge('hub_outbox_oldest_seconds', 'How long the oldest due message has been waiting.', oldest);
  metrics.gauge('hub_memory_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  metrics.gauge('hub_database_up', 'Whether the database responds.', () => (db.state() === 'up' ? 1 : 0));
  metrics.gauge('hub_database_connections', 'Open connections of this process.', () => db.pool.totalCount);
}

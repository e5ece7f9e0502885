import { type DeskPage, titleOf } from '#platform/server/desk.ts';
import { outboxDepth } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Messages that the hub couldn't send: emails, webhooks, anything outgoing. */
export const outboxPage = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): DeskPage => ({
  path: 'outbox',
  title: 'Outbox',
  right: 'everything',
  async glance() {
    const depth = await outboxDepth(db, clock);
    const failed = depth.reduce((sum, channel) => sum + channel.failed, 0);
    const oldest = Math.max(0, ...depth.map(({ oldestSeconds }) => oldestSeconds));
    return [
      { label: 'Couldn’t be sent', value: String(failed), waits: failed > 0 },
      ...(oldest > 900
        ? [{ label: 'Mail is late by', value: `${Math.ceil(oldest / 60)} min`, waits: true }]
        : []),
    ];
  },
  async list() {
    const failed = await db
      .tables<OutboxTables>()
      .selectFrom('outbound_message')
      .select(['id', 'channel', 'dedupe_key', 'attempts', 'last_error', 'note', 'done_at'])
      .where('state', '=', 'failed')
      .orderBy('done_at', 'desc')
      .limit(200)
      .execute();
    const depth = await outboxDepth(db, clock);
    return {
      title: 'Outbox',
      lead: 'Outgoing email and webhooks that failed permanently. Anything else that fails is retried automatically.',
      blocks: [
        {
          is: 'table',
          title: titleOf(
            'Failed',
            failed.length,
            depth.reduce((sum, channel) => sum + channel.failed, 0),
          ),
          columns: [
            { head: 'Message' },
            { head: 'Channel' },
            { head: 'Attempts', numeric: true },
            { head: 'Failed (UTC)' },
            { head: 'Reason' },
          ],
          rows: failed.map(({ dedupe_key, channel, attempts, done_at, last_error, note }) => [
            { text: dedupe_key, mono: true },
            channel,
            String(attempts),
            done_at?.toISOString().slice(0, 16).replace('T', ' ') ?? '',
            { text: [last_error, note].filter(Boolean).join('; '), tone: 'danger' },
          ]),
          empty: 'No failures.',
        },
        {
          is: 'table',
          title: 'Waiting',
          columns: [{ head: 'Channel' }, { head: 'Due', numeric: true }, { head: 'For', numeric: true }],
          rows: depth.map(({ channel, waiting, oldestSeconds }) => [
            channel,
            String(waiting),
            waiting > 0 ? `${Math.ceil(oldestSeconds / 60)} min` : '',
          ]),
          empty: 'Nothing waiting.',
        },
      ],
    };
  },
});

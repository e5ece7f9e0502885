import { sql } from 'kysely';
import { minutes, seconds } from '#base/clock.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import { oneLine } from '#platform/server/mail/message.ts';
import type { OutboxHandler, OutboxOutcome } from '#platform/server/outbox/outbox.ts';
import type { Platform } from '#platform/server/platform.ts';
import { postOutside } from '#platform/server/webhooks/request.ts';
import { type TargetPolicy, TargetRefused } from '#platform/server/webhooks/target.ts';
import { mayUse, type Right } from '../../rules/operators.ts';
import type { DeskTables } from '../tables.ts';
import { seenOf } from '../today.ts';
import { type createSender, sealed } from './envelope.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log' | 'outbox' | 'site' | 'config' | 'origin'>;

export const pushChannel = 'desk-push';

/** Twelve an hour at the most: what happens meanwhile is one notice with a number. */
const restMs = minutes(5);
/** What was paid is dated before it is committed: a moment later nothing of that time is still on its way. */
const settleMs = seconds(10);

/** What each kind takes. */
const rightOf = { sales: 'money', problems: 'everything' } as const satisfies Record<string, Right>;
type Kind = keyof typeof rightOf;

interface Notice {
  device: string;
  operator: string;
  kind: Kind;
  title: string;
  body: string;
  /** Below the desk. */
  path: string;
}

/** Looks at what is committed, and tells it to the devices of those who may see it. */
export function createNotices(platform: Parts, pages: readonly DeskPage[]) {
  const { db, clock, log, outbox, site } = platform;

  const due = () =>
    db
      .tables<DeskTables>()
      .selectFrom('desk_notice as n')
      .innerJoin('desk_operator as o', 'o.id', 'n.operator_id')
      .selectAll('n')
      .select('o.rights')
      .where('o.revoked_at', 'is', null)
      .where(({ eb, or }) =>
        or([eb('n.sent_at', 'is', null), eb('n.sent_at', '<=', new Date(clock.now().getTime() - restMs))]),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('desk_push').select('id').whereRef('operator_id', '=', 'n.operator_id')),
      )
      .execute();
  type Row = Awaited<ReturnType<typeof due>>[number];

  /** Read once for all who are told. */
  async function problemsNow(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    // What a new hub still has to be given is no problem of a night.
    for (const page of pages.filter(({ right, path }) => right === 'everything' && path !== 'begin'))
      for (const { label, value, waits } of await seenOf(page, log))
        if (waits === true) found.set(label, value);
    return found;
  }

  async function salesOf(from: Date, until: Date): Promise<string[]> {
    if (from >= until) return [];
    const told: string[] = [];
    for (const page of pages.filter(({ right }) => right === 'money'))
      for (const { label, value, note, isPushed } of (await page.news?.({ from, until })) ?? [])
        if (isPushed === true) told.push(`${label} ${value}${note === undefined ? '' : ` (${note})`}`);
    return told;
  }

  async function tell(row: Row, problems: ReadonlyMap<string, string>): Promise<void> {
    const now = clock.now();
    const until = new Date(Math.max(row.told_until.getTime(), now.getTime() - settleMs));
    const known = row.known;
    const wants = (kind: Kind) => row[kind] && mayUse(row.rights, rightOf[kind]);
    const sales = wants('sales') ? await salesOf(row.told_until, until) : [];
    const fresh = wants('problems') ? [...problems].filter(([label]) => !known.includes(label)) : [];
    const notices: Pick<Notice, 'kind' | 'body' | 'path'>[] = [
      ...(sales.length > 0 ? [{ kind: 'sales' as const, body: sales.join('; '), path: '/sales' }] : []),
      ...(fresh.length > 0
        ? [
            {
              kind: 'problems' as const,
              body: fresh.map(([label, value]) => `${label}: ${value}`).join('; '),
              path: '/',
            },
          ]
        : []),
    ];
    await db.transaction<DeskTables, void>(async (trx) => {
      const still = await trx
        .selectFrom('desk_operator')
        .select('rights')
        .where('id', '=', row.operator_id)
        .where('revoked_at', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!still) return;
      const claimed = await trx
        .updateTable('desk_notice')
        .set({
          told_until: until,
          known: sql`${JSON.stringify([...problems.keys()])}::jsonb`,
          ...(notices.length > 0 && { sent_at: now }),
        })
        .where('operator_id', '=', row.operator_id)
        .where('told_until', '=', row.told_until)
        .where('sent_at', row.sent_at === null ? 'is' : '=', row.sent_at)
        .returning('operator_id')
        .executeTakeFirst();
      if (!claimed || notices.length === 0) return;
      const devices = await trx
        .selectFrom('desk_push')
        .select('id')
        .where('operator_id', '=', row.operator_id)
        .execute();
      for (const { id: device } of devices)
        for (const { kind, body, path } of notices) {
          const payload: Notice = {
            device,
            operator: row.operator_id,
            kind,
            path,
            title: oneLine(site.words().name).slice(0, 60),
            body: oneLine(body),
          };
          const dedupeKey = `push:${device}:${kind}:${now.toISOString()}`;
          await outbox.put(trx, { channel: pushChannel, dedupeKey, payload });
        }
    });
  }

  return {
    async run(): Promise<void> {
      const rows = await due();
      if (rows.length === 0) return;
      const problems = await problemsNow();
      for (const row of rows) await tell(row, problems);
    },
  };
}

/** Delivers one notice to one browser, at most once, if whose it is may still see it. */
export function pushHandler(
  { db, clock, config, origin }: Parts,
  { policy, sender }: { policy: TargetPolicy; sender: ReturnType<typeof createSender> },
): OutboxHandler {
  const tables = () => db.tables<DeskTables>();
  const refused = (error: string): OutboxOutcome => ({ done: false, error, retry: false });

  return {
    channel: pushChannel,
    leaseSeconds: 60,
    retrySeconds: [60, 600],
    afterLostLease: 'give up',
    // One push service that hangs holds up no other.
    lane: sql<string>`coalesce(payload->>'device', '')`,

    async deliver(payload, { leaves }) {
      const { device, operator, kind, title, body, path } = payload as Notice;
      const row = await tables()
        .selectFrom('desk_push as p')
        .innerJoin('desk_operator as o', 'o.id', 'p.operator_id')
        .select(['p.endpoint', 'p.p256dh', 'p.auth', 'p.vapid', 'o.rights'])
        .where('p.id', '=', device)
        .where('o.id', '=', operator)
        .where('o.revoked_at', 'is', null)
        .executeTakeFirst();
      if (!row) return { done: true, as: 'cancelled', note: 'turned off' };
      if (!mayUse(row.rights, rightOf[kind]))
        return { done: true, as: 'cancelled', note: 'this operator may see less now' };
      const remove = () => tables().deleteFrom('desk_push').where('id', '=', device).execute();
      const hub = origin();
      const authorization = sender.authorization(row.endpoint, row.vapid, {
        now: clock.now(),
        subject: hub.startsWith('https:') ? hub : 'https://localhost',
      });
      if (authorization === null) {
        await remove();
        return { done: true, as: 'cancelled', note: 'made with a key that is no longer this hub’s' };
      }
      const text = JSON.stringify({ title, body, url: `${config.desk?.path ?? ''}${path}`, tag: kind });
      const headers = {
        authorization,
        ttl: '14400',
        urgency: 'normal',
        topic: kind,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
      };
      const sealedText = sealed(text, row);
      await leaves();
      const answer = await postOutside(row.endpoint, headers, sealedText, policy, 10_000).catch(
        (error: unknown) => {
          if (error instanceof TargetRefused) return error;
          throw error;
        },
      );
      if (answer instanceof TargetRefused) return refused(`refused: ${answer.message}`);
      const { status } = answer;
      if (status >= 200 && status < 300) return { done: true };
      if (status === 404 || status === 410) {
        await remove();
        return { done: true, as: 'cancelled', note: `responded with ${status}: turned off in the browser` };
      }
      // It has told us that it didn't take it.
      const retry = status === 429 || status >= 500;
      return { done: false, error: `responded with ${status}`, retry };
    },
  };
}

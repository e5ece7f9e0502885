import { createHash } from 'node:crypto';
import { days, minutes } from '#base/clock.ts';
import type { Database } from '../../database/database.ts';
import type { RecurringJob } from '../../feature.ts';
import type { Platform } from '../../platform.ts';
import type { Returned } from '../consent.ts';
import { MailboxFault, openPop3, type Pop3, type Pop3Options } from './pop3.ts';
import { readReport } from './report.ts';
import { createRecipientTokens } from './token.ts';

export interface BouncesParts extends Pick<Platform, 'db' | 'clock' | 'log' | 'secret'> {
  mailbox: Pop3Options;
  returned: Returned;
}

type Became = 'bounced' | 'complained' | 'counted' | 'left';

interface BounceTables {
  bounce_report: { digest: string; became: Became; at: Date };
}

const mostAtOnce = 500;
/** Longer than a token of ours holds. */
const daysKept = 90;
const firstRest = minutes(5);
const longestRest = minutes(60);
const restKey = 'bounces';

/**
 * Reads what mail servers and readers say of our email out of the mailbox that it is sent from. What is no report about
 * an email of this hub stays there: the mailbox may be where people answer.
 */
export function bouncesJob(parts: BouncesParts): RecurringJob {
  const { db, clock, log, mailbox } = parts;
  // Who starts the hub anew has often just mended it.
  let isFirst = true;

  async function rest(): Promise<{ failures: number; until: number }> {
    const { rows } = await db.pool.query<{ value: { failures: number; until: number } }>(
      'select value from hub_meta where key = $1',
      [restKey],
    );
    return rows[0]?.value ?? { failures: 0, until: 0 };
  }

  /** A server that is asked too often with a wrong password locks the account. */
  async function restLonger(failures: number): Promise<void> {
    const pause = failures === 0 ? 0 : Math.min(longestRest, firstRest * 2 ** Math.min(failures, 9));
    await db.pool.query(
      'insert into hub_meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [restKey, { failures, until: failures === 0 ? 0 : clock.now().getTime() + pause }],
    );
  }

  return {
    name: 'mail-bounces',
    everySeconds: 300,
    async run() {
      const { failures, until } = await rest();
      const left = until - clock.now().getTime();
      // A clock that was set back doesn't stop it for good.
      if (mailbox.ending?.aborted || (!isFirst && left > 0 && left <= longestRest)) return;
      isFirst = false;
      try {
        const counts = await readBounces(parts, await openPop3(mailbox));
        if (Object.keys(counts).length > 0) log.info('bounces read', counts);
        if (failures > 0) await restLonger(0);
      } catch (error) {
        if (!(error instanceof MailboxFault)) throw error;
        if (error.isBusy || mailbox.ending?.aborted) return;
        await restLonger(failures + 1);
        throw error;
      }
      await db
        .tables<BounceTables>()
        .deleteFrom('bounce_report')
        .where('at', '<', new Date(clock.now().getTime() - days(daysKept)))
        .execute();
    },
  };
}

/** One visit. What a report says is committed before it is removed: a visit that ends in between is made again. */
async function readBounces(
  { db, clock, secret, mailbox: { url }, returned }: BouncesParts,
  mailbox: Pop3,
): Promise<Partial<Record<Became, number>>> {
  const tokens = createRecipientTokens(secret);
  const { host, username } = new URL(url);
  const counts: Partial<Record<Became, number>> = {};

  /** The one of ours whom it is about; two would be nobody's report. */
  function recipientOf(given: readonly string[]): string | null {
    const named = new Set(given.map((token) => tokens.read(token, clock.now())));
    const [to = null] = named;
    return named.size === 1 ? to : null;
  }

  /** True once it has counted, now or before: it may go. */
  async function take(bytes: Buffer, mark: string): Promise<boolean> {
    const report = readReport(bytes);
    const to = report && recipientOf(report.tokens);
    const isOurs = report !== null && to !== null;
    const became = isOurs ? report.became(to) : 'left';
    const digest = isOurs ? digestOf('report', report.identity) : mark;
    await db.transaction<BounceTables, void>(async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('bounce_report')
        .values({ digest, became, at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return;
      counts[became] = (counts[became] ?? 0) + 1;
      if (isOurs && (became === 'bounced' || became === 'complained')) await returned(trx, to, became);
    });
    return isOurs;
  }

  try {
    const listed = new Map(
      (await mailbox.list()).map((message) => [digestOf('left', host, username, message.uid), message]),
    );
    const known = new Set(
      (
        await db.pool.query<{ digest: string }>(
          `select digest from bounce_report where became = 'left' and digest = any($1)`,
          [[...listed.keys()]],
        )
      ).rows.map(({ digest }) => digest),
    );
    // Small ones first: whatever takes too long is among the others.
    const fresh = [...listed]
      .filter(([mark]) => !known.has(mark))
      .toSorted(([, a], [, b]) => a.bytes - b.bytes);
    for (const [mark, message] of fresh.slice(0, mostAtOnce)) {
      if (mailbox.isLate()) break;
      const bytes = await mailbox.read(message);
      // What the server won't give now it may give next time.
      if (bytes && (await take(bytes, mark))) await mailbox.remove(message);
    }
    await mailbox.quit();
    return counts;
  } finally {
    mailbox.drop();
  }
}

const digestOf = (...words: string[]): string => createHash('sha256').update(words.join('\0')).digest('hex');

/** What was read in the last 90 days, for the operator. */
export async function bouncesRead({ pool }: Pick<Database, 'pool'>): Promise<Record<Became, number>> {
  const { rows } = await pool.query<{ became: Became; n: number }>(
    'select became, count(*) as n from bounce_report group by 1',
  );
  const none = { bounced: 0, complained: 0, counted: 0, left: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ became, n }) => [became, n])) };
}

/** Signs in and out again, for the operator: what is wrong, or null. */
export async function checkMailbox(options: Pop3Options): Promise<string | null> {
  try {
    const mailbox = await openPop3(options);
    await mailbox.quit().finally(() => mailbox.drop());
    return null;
  } catch (error) {
    if (!(error instanceof MailboxFault)) throw error;
    return error.isBusy ? null : error.message;
  }
}

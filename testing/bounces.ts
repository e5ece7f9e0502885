import { beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Clock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { bouncesJob } from '#platform/server/mail/bounces/read-bounces.ts';
import { createRecipientTokens } from '#platform/server/mail/bounces/token.ts';
import type { Returned } from '#platform/server/mail/consent.ts';
import { deliveryReport } from './bounce-reports.ts';
import type { TestDatabase } from './database.ts';
import { startPop3, type TestPop3 } from './pop3.ts';
import { testSecret } from './willing.ts';

/** Mailboxes, reports about email to somebody, and what became of them. */
export function useBounces(db: TestDatabase, clock: Clock) {
  const tokens = createRecipientTokens(testSecret);

  /** Part of the transaction, as the real one is, and it counts. */
  const returned: Returned = async (trx, address, why) =>
    void (await trx.insertInto('came_back').values({ address, why }).execute());

  const forget = () =>
    db.pool.query(`truncate bounce_report, came_back; delete from hub_meta where key = 'bounces'`);

  beforeAll(() => db.pool.query('create table if not exists came_back (address text, why text)'));
  beforeEach(forget);

  return {
    tokens,
    returned,
    forget,
    async cameBack(): Promise<string[]> {
      const { rows } = await db.pool.query<{ address: string; why: string }>(
        'select address, why from came_back order by 1, 2',
      );
      return rows.map(({ address, why }) => `${address} ${why}`);
    },
    async useMailbox(options: Parameters<typeof startPop3>[0] = {}): Promise<TestPop3> {
      const mailbox = await startPop3(options);
      onTestFinished(() => mailbox.close());
      return mailbox;
    },
    job: ({ url }: Pick<TestPop3, 'url'>, changes: Partial<Parameters<typeof bouncesJob>[0]> = {}) =>
      bouncesJob({
        db,
        clock,
        log: silentLog,
        secret: testSecret,
        mailbox: { url, patience: 250, longest: 20_000 },
        returned,
        ...changes,
      }),
    bounce: (to: string, more: Partial<Parameters<typeof deliveryReport>[0]> = {}) =>
      deliveryReport({ to, token: tokens.write(to, clock.now()), ...more }),
  };
}

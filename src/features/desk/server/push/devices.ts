import * as z from 'zod/mini';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { deviceWords } from '#features/accounts/rules/device.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type TargetPolicy, TargetRefused, typedTarget } from '#platform/server/webhooks/target.ts';
import type { DeskTables } from '../tables.ts';
import { hashOf } from '../tickets.ts';
import { isReceiver } from './envelope.ts';

export type Devices = ReturnType<typeof createDevices>;

const Given = z.object({
  endpoint: z.string().check(z.maxLength(1000)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
  key: z.string().check(z.maxLength(200)),
  agent: z.string().check(z.maxLength(1000)),
});

const mostDevices = 20;
const wrong = 'This browser’s answer couldn’t be used. Reload the page, then try again.';

/** Where each operator is told, one browser on one device each. */
export function createDevices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { policy, sender }: { policy: TargetPolicy; sender: string },
) {
  const tables = () => db.tables<DeskTables>();

  async function readGiven(text: string) {
    const read = Given.safeParse(parsed(text));
    if (!read.success || !isReceiver(read.data.keys) || read.data.key !== sender)
      throw new Problem('bad_request', wrong);
    try {
      const url = await typedTarget(read.data.endpoint, policy);
      // Whoever names an address doesn't get to try the ports behind it.
      if (url.port !== '' && policy.httpsOnly) throw new TargetRefused('names a port');
      return { ...read.data, endpoint: url.href };
    } catch (error) {
      if (error instanceof TargetRefused) throw new Problem('bad_request', wrong);
      throw error;
    }
  }

  return {
    of: (operator: string) =>
      tables()
        .selectFrom('desk_push')
        .select(['id', 'device', 'created_at'])
        .where('operator_id', '=', operator)
        .orderBy('created_at')
        .execute(),

    async wishes(operator: string) {
      const row = await tables()
        .selectFrom('desk_notice')
        .select(['sales', 'problems'])
        .where('operator_id', '=', operator)
        .executeTakeFirst();
      return row ?? { sales: true, problems: true };
    },

    async choose(operator: string, { sales, problems }: { sales: boolean; problems: boolean }) {
      const told_until = clock.now();
      await tables()
        .insertInto('desk_notice')
        .values({ operator_id: operator, sales, problems, told_until })
        .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ sales, problems }))
        .execute();
    },

    async add(operator: string, text: string): Promise<string> {
      const given = await readGiven(text);
      const device = deviceWords(given.agent);
      await db.transaction<DeskTables, void>(async (trx) => {
        const standing = await trx
          .selectFrom('desk_operator')
          .select('id')
          .where('id', '=', operator)
          .where('revoked_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!standing) throw new Problem('conflict', 'Only an operator of the desk is told.');
        const values = {
          operator_id: operator,
          endpoint: given.endpoint,
          p256dh: given.keys.p256dh,
          auth: given.keys.auth,
          vapid: given.key,
          device,
          created_at: clock.now(),
        };
        // One browser is one operator's: the last who turned it on.
        await trx
          .insertInto('desk_push')
          .values({ id: newId('device'), endpoint_hash: hashOf(given.endpoint), ...values })
          .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
          .execute();
        const mine = await trx
          .selectFrom('desk_push')
          .select('id')
          .where('operator_id', '=', operator)
          .execute();
        if (mine.length > mostDevices)
          throw new Problem('conflict', `${mostDevices} devices are the most. Turn one of them off first.`);
        // From now on: what happened before is no news.
        await trx
          .insertInto('desk_notice')
          .values({ operator_id: operator, told_until: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      return device;
    },

    async remove(operator: string, id: string): Promise<string> {
      const row = await tables()
        .deleteFrom('desk_push')
        .where('operator_id', '=', operator)
        .where('id', '=', id)
        .returning('device')
        .executeTakeFirst();
      if (!row) throw new Problem('not_found', 'This device was turned off already.');
      return row.device;
    },
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

import { sql } from 'kysely';
import { fail, ok, type Result } from '#base/result.ts';
import type { Platform } from '#platform/server/platform.ts';
import { budgetDay, budgetWords, microDollars } from '../rules/ai-budget.ts';
import type { PlanTables } from './tables.ts';

/** Money that a call under way may cost. */
export interface Reservation {
  /** What it did cost, once; more than was reserved is written down as well. */
  settle(actual: number): Promise<void>;
}

export type AiBudget = ReturnType<typeof createAiBudget>;

/**
 * The ceiling of what the operator's AI key may cost in a day of UTC, over all processes. It holds as far as estimates are
 * upper bounds. A process that dies in a call leaves its reservation behind until midnight: rather too little than too much.
 */
export function createAiBudget({ db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const { aiDailyBudget } = config;
  const ceiling = aiDailyBudget === undefined ? null : microDollars(aiDailyBudget);

  async function settle(day: string, estimate: number, actual: number): Promise<void> {
    await db
      .tables<PlanTables>()
      .updateTable('ai_spend')
      .set({ reserved: sql`reserved - ${estimate}::bigint`, spent: sql`spent + ${actual}::bigint` })
      .where('day', '=', day)
      .execute();
  }

  return {
    /** Before the call, in no transaction: a call lasts long. Refused, the built-in writer does the work. */
    async reserve(estimate: number): Promise<Result<Reservation, { words: string }>> {
      const day = budgetDay(clock);
      const { rows } = await sql`
        insert into ai_spend (day, reserved)
        select ${day}::date, ${estimate}::bigint
        where ${ceiling}::bigint is null or ${estimate}::bigint <= ${ceiling}::bigint
        on conflict (day) do update set reserved = ai_spend.reserved + excluded.reserved
        where ${ceiling}::bigint is null
          or ai_spend.spent + ai_spend.reserved + excluded.reserved <= ${ceiling}::bigint
        returning day`.execute(db.tables());
      if (rows.length === 0) return fail({ words: budgetWords });
      let isOpen = true;
      return ok({
        async settle(actual) {
          if (!isOpen) return;
          isOpen = false;
          await settle(day, estimate, actual);
        },
      });
    },

    /** For the operator: what today has cost so far. */
    async today(): Promise<{ spent: number; reserved: number; ceiling: number | null }> {
      const row = await db
        .tables<PlanTables>()
        .selectFrom('ai_spend')
        .select(['spent', 'reserved'])
        .where('day', '=', budgetDay(clock))
        .executeTakeFirst();
      return { spent: row?.spent ?? 0, reserved: row?.reserved ?? 0, ceiling };
    },
  };
}

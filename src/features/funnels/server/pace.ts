import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';
import type { Goal } from '../rules/contract.ts';

interface Took {
  ownerId: string;
  funnelId: string;
  goal: Goal;
  from: Date;
  to: Date;
}

/** Counts how long somebody took, to two digits: a sum that says nothing of who it was. */
export async function addPace(db: AnyKysely, { ownerId, funnelId, goal, from, to }: Took): Promise<void> {
  const seconds = twoDigits(Math.max(1, (to.getTime() - from.getTime()) / 1000));
  await sql`
    insert into funnel_pace (owner_id, funnel_id, day, goal, seconds, count)
    values (${ownerId}, ${funnelId}, ${to.toISOString().slice(0, 10)}, ${goal}, ${seconds}, 1)
    on conflict (owner_id, funnel_id, day, goal, seconds) do update set count = funnel_pace.count + 1`.execute(
    db,
  );
}

const twoDigits = (seconds: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(seconds)) - 1);
  return Math.round(seconds / unit) * unit;
};

import { sql } from 'kysely';
import { minutes } from '#base/clock.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import { openState } from '../../rules/open.ts';
import type { AgreementTables } from '../tables.ts';

/** A signature that is under way when its time runs out still has its place. */
const underWay = minutes(10);

/** Of whoever came by a link: person 0 of their agreement. */
export const withStranger = (db: AnyKysely) =>
  tablesOf<AgreementTables>(db)
    .selectFrom('agreement as a')
    .innerJoin('agreement_person as p', (on) =>
      on.onRef('p.owner_id', '=', 'a.owner_id').onRef('p.agreement_id', '=', 'a.id').on('p.n', '=', 0),
    );

export interface Counts {
  signed: number;
  begun: number;
}

/** How many have signed by each link of a member, and how many are about to. */
export async function countsOf(
  db: AnyKysely,
  owner: string,
  now: Date,
): Promise<(open: { id: string; gone: number }) => Counts> {
  const rows = await withStranger(db)
    .select([
      'a.open_id',
      sql<number>`(count(*) filter (where p.state = 'signed'))::int`.as('signed'),
      sql<number>`(count(*) filter (where p.state <> 'signed' and a.state = 'out' and a.expires_at > ${new Date(
        now.getTime() - underWay,
      )}))::int`.as('begun'),
    ])
    .where('a.owner_id', '=', owner)
    .where('a.open_id', 'is not', null)
    .groupBy('a.open_id')
    .execute();
  const byLink = new Map(rows.map(({ open_id, signed, begun }) => [open_id, { signed, begun }]));
  return ({ id, gone }) => {
    const { signed = 0, begun = 0 } = byLink.get(id) ?? {};
    return { signed: signed + gone, begun };
  };
}

export const stateOfOpen = (
  { closed_at, ends_at, most }: { closed_at: Date | null; ends_at: Date; most: number },
  { signed, begun }: Counts,
  now: Date,
) => openState({ closedAt: closed_at, endsAt: ends_at, taken: signed + begun, most }, now);

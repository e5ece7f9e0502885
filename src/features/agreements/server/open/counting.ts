import { sql } from 'kysely';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { openState, whyFull } from '../../rules/open.ts';
import type { Agreement, Held, Person } from '../ledger.ts';
import type { AgreementTables } from '../tables.ts';

/**
 * Nobody has shown yet who they are when they begin, so a place is kept for as long as reading and signing takes, and no
 * longer: whoever comes back later signs if one is still free.
 */
const kept = minutes(30);

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
      sql<number>`(count(*) filter (where p.state <> 'signed' and a.state = 'out' and a.sent_at > ${new Date(
        now.getTime() - kept,
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

/** All who sign late by one link stand in line here, so that no more than its limit sign. Before their agreement is held. */
export async function standInLine(trx: AnyTransaction, agreement: Agreement, now: Date): Promise<void> {
  const { open_id, owner_id, state } = agreement;
  if (open_id === null || state !== 'out' || isKept(agreement, now)) return;
  await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_open')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('id', '=', open_id)
    .forUpdate()
    .execute();
}

/** Whether somebody whose place isn’t kept any more still finds one. */
export async function assertPlace(
  trx: AnyTransaction,
  { agreement, you }: Held & { you: Person },
  now: Date,
) {
  const { open_id, owner_id } = agreement;
  if (open_id === null || you.n !== 0 || isKept(agreement, now)) return;
  const open = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_open')
    .select(['id', 'gone', 'most'])
    .where('owner_id', '=', owner_id)
    .where('id', '=', open_id)
    .executeTakeFirst();
  if (!open) return;
  const { signed, begun } = (await countsOf(trx, owner_id, now))(open);
  const why = whyFull({ signed, begun, most: open.most });
  if (why !== '') throw new Problem('conflict', why);
}

const isKept = ({ sent_at }: Agreement, now: Date): boolean => sent_at.getTime() > now.getTime() - kept;

import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';
import type { SequenceNumbers } from '../rules/contract.ts';
import { orderDays } from '../rules/happenings.ts';

/** What became of the people in sequences, and of what was sent to them. */

const noNumbers = (): SequenceNumbers => ({
  underWay: 0,
  finished: 0,
  stopped: 0,
  sent: 0,
  clicked: 0,
  notSent: 0,
  texts: { sent: 0, notSent: 0 },
  bought: 0,
  revenue: [],
});

export async function numbersOf(
  db: AnyKysely,
  ownerId: string,
  id?: string,
): Promise<(sequenceId: string) => SequenceNumbers> {
  const only = sql`owner_id = ${ownerId} and (${id ?? null}::text is null or sequence_id = ${id ?? null})`;
  const { rows: runs } = await sql<{
    sequence_id: string;
    underWay: number;
    finished: number;
    stopped: number;
  }>`
    select sequence_id, count(*) filter (where state = 'waiting')::int as "underWay",
      count(*) filter (where state = 'finished')::int as finished, count(*) filter (where state = 'stopped')::int as stopped
    from followup_run where ${only} group by sequence_id`.execute(db);
  const { rows: sent } = await sql<{
    sequence_id: string;
    channel: 'mail' | 'text';
    sent: number;
    clicked: number;
    notSent: number;
  }>`
    select sequence_id, channel, count(*) filter (where state <> 'not sent')::int as sent,
      count(clicked_at)::int as clicked, count(*) filter (where state = 'not sent')::int as "notSent"
    from followup_message where ${only} group by sequence_id, channel`.execute(db);
  // Who was held out got nothing, so what they bought is not of it.
  const { rows: orders } = await sql<{
    sequence_id: string;
    currency: string;
    bought: number;
    cents: number;
  }>`
    select r.sequence_id, o.currency, count(distinct r.contact_id)::int as bought, sum(o.cents - o.refunded_cents)::float8 as cents
    from followup_run r join followup_order o on o.owner_id = r.owner_id and o.contact_id = r.contact_id
      and o.at > r.started_at and o.at <= r.started_at + make_interval(days => ${orderDays})
    where r.owner_id = ${ownerId} and (${id ?? null}::text is null or r.sequence_id = ${id ?? null}) and not r.held_out
    group by r.sequence_id, o.currency order by cents desc`.execute(db);
  const all = new Map<string, SequenceNumbers>();
  const at = (sequenceId: string) => {
    const known = all.get(sequenceId) ?? noNumbers();
    all.set(sequenceId, known);
    return known;
  };
  for (const { sequence_id, ...counts } of runs) Object.assign(at(sequence_id), counts);
  for (const { sequence_id, channel, clicked, ...counts } of sent)
    Object.assign(at(sequence_id), channel === 'text' ? { texts: counts } : { ...counts, clicked });
  for (const { sequence_id, currency, bought, cents } of orders) {
    const numbers = at(sequence_id);
    numbers.bought += bought;
    numbers.revenue.push({ currency, cents });
  }
  return (sequenceId) => all.get(sequenceId) ?? noNumbers();
}

import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import { addDays, dayIn } from '../rules/walk.ts';
import { type Start, startRuns } from './runs.ts';
import type { ContactRow, SequenceRow } from './tables.ts';

/** The day that somebody's field stands for this year: who is born on the 29th of February has it on the 28th in others. */
function dayThisYear(field: string, year: string): string {
  const day = `${year}${field.slice(4)}`;
  return field.endsWith('-02-29') && new Date(`${year}-02-29T00:00:00Z`).getUTCMonth() !== 1
    ? `${year}-02-28`
    : day;
}

/** Sequences that start on a date in a field, such as a birthday: each person once on their day, where they are. */
export function createDates({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  return async function startDue(): Promise<void> {
    const now = clock.now();
    const { rows: sequences } = await sql<SequenceRow>`
      select * from followup_sequence where trigger_on = 'date' and on_since is not null`.execute(
      db.tables(),
    );
    for (const sequence of sequences) {
      const { trigger } = sequence.body;
      if (trigger.on !== 'date') continue;
      // Somewhere on earth it is yesterday or tomorrow.
      const around = [-1, 0, 1, 2].map((shift) =>
        new Date(now.getTime() + days(trigger.daysBefore + shift - 0.5))
          .toISOString()
          .slice(trigger.yearly ? 5 : 0, 10),
      );
      const asked = around.includes('02-28') ? [...around, '02-29'] : around;
      for (let after = ''; ;) {
        const { rows } = await sql<Pick<ContactRow, 'id' | 'fields' | 'time_zone'> & { zone: string }>`
          select c.id, c.fields, c.time_zone, coalesce(nullif(c.time_zone, ''), o.delivery->>'timeZone', 'UTC') as zone
          from contact c left join recovery_owner o on o.owner_id = c.owner_id
          where c.owner_id = ${sequence.owner_id} and c.id > ${after}
            and c.fields->>${trigger.field}::text ~ '^\\d{4}-\\d\\d-\\d\\d$'
            and substr(c.fields->>${trigger.field}::text, ${trigger.yearly ? 6 : 1}) = any(${asked})
          order by c.id limit 1000`.execute(db.tables());
        const starts = rows.flatMap(({ id, fields, zone }): Start[] => {
          const field = fields[trigger.field] ?? '';
          const wanted = addDays(dayIn(zone, now), trigger.daysBefore);
          const day = trigger.yearly ? dayThisYear(field, wanted.slice(0, 4)) : field;
          return day === wanted ? [{ sequence, contactId: id, cause: `date:${day}`, depth: 0 }] : [];
        });
        if (starts.length > 0) await db.transaction((trx) => startRuns(trx, starts, now));
        const last = rows.at(-1);
        if (!last || rows.length < 1000) break;
        after = last.id;
      }
    }
  };
}

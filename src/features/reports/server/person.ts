import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';

/** Whose browser sent a report: the report stays, the person leaves it. */
export function reportsPerson(db: Database): PersonData {
  return {
    erasing: { goes: 'Who sent an error report', stays: 'The report, as nobody’s' },
    async export(email) {
      const { rows } = await sql<{ at: Date; title: string }>`
        select at, title from error_event join error_group using (fingerprint) where user_email = ${email.toLowerCase()} order by at`.execute(
        db.tables(),
      );
      return rows.length === 0 ? null : { errorReports: rows };
    },
    async erase(email) {
      const { numAffectedRows = 0n } =
        await sql`update error_event set user_id = null, user_email = null where user_email = ${email.toLowerCase()}`.execute(
          db.tables(),
        );
      return numAffectedRows === 0n ? [] : [`removed the person from ${numAffectedRows} error reports`];
    },
  };
}

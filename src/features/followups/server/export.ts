import { sql } from 'kysely';
import { csvCell } from '#base/csv.ts';
import { standings, textStandings } from '#features/consent/server/public.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Segment } from '../rules/contract.ts';
import { listPurpose } from './owner.ts';
import { peopleWhere } from './people.ts';
import type { ContactRow } from './tables.ts';

/** Everybody with what they agreed to, as a file that the import reads. Fields follow as one column each, as far as the first page knows them. */
export async function* exportPeople(
  platform: Pick<Platform, 'secret'>,
  db: AnyKysely,
  ownerId: string,
  segment?: Segment,
): AsyncGenerator<string> {
  const asked = ({ phone: number }: ContactRow) => ({ ownerId, number });
  const which = segment ? peopleWhere(ownerId, segment) : sql`c.owner_id = ${ownerId}`;
  const { rows: names } = await sql<{ name: string }>`
    select distinct jsonb_object_keys(c.fields) as name from contact c where ${which} order by 1 limit 100`.execute(
    db,
  );
  const fields = names.map(({ name }) => name);
  yield `\ufeffemail,name,tags,time zone,source,since,agreed to,agreed at,confirmed at,unsubscribed at,phone,agreed to text messages,agreed to text messages at,no text messages since${fields.map((name) => `,${csvCell(name)}`).join('')}\r\n`;
  const purpose = listPurpose(ownerId);
  for (let after = ''; ;) {
    const { rows } = await sql<ContactRow>`
      select c.* from contact c where ${which} and c.id > ${after} order by c.id limit 1000`.execute(db);
    const known = await standings(
      db,
      rows.map(({ email_key }) => ({ addressKey: email_key, purpose })),
    );
    const texted = await textStandings(platform, db, rows.map(asked));
    yield rows
      .map((row) => {
        const { record } = known({ addressKey: row.email_key, purpose });
        const texts = texted(asked(row));
        return `${[
          row.email,
          row.name,
          row.tags.join(', '),
          row.time_zone,
          row.source,
          row.created_at.toISOString(),
          record?.consent_text ?? '',
          record?.given_at.toISOString() ?? '',
          record?.confirmed_at?.toISOString() ?? '',
          record?.withdrawn_at?.toISOString() ?? '',
          row.phone,
          texts.record?.consent_text ?? '',
          texts.record?.given_at.toISOString() ?? '',
          (texts.record?.withdrawn_at ?? texts.stopped?.at)?.toISOString() ?? '',
          ...fields.map((name) => row.fields[name] ?? ''),
        ]
          .map(csvCell)
          .join(',')}\r\n`;
      })
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = last.id;
  }
}

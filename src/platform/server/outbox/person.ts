import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import type { Database } from '../database/database.ts';
import type { PersonData } from '../feature.ts';
import { asJsonb, erasedPayload, type OutboxTables } from './tables.ts';

/** What the outbox holds about a person: every message to them, and every one that contains their address. */
export function outboxPerson(db: Database, clock: Clock): PersonData {
  return {
    erasing: { goes: 'Emails to them, and their address in other messages; what waits isn’t sent' },
    async export(email) {
      const rows = await db
        .tables<OutboxTables>()
        .selectFrom('outbound_message')
        .select([
          'id',
          'channel',
          'state',
          // What went to somebody else is theirs, with every link in it: only that the address stood there.
          sql<unknown>`case when lower(payload->>'to') <> ${email.trim().toLowerCase()}
            then jsonb_build_object('mentioned', true) else payload - 'secret' end`.as('payload'),
          'created_at',
          'done_at',
        ])
        .where(names(email))
        .orderBy('created_at')
        .execute();
      return rows.length > 0 ? rows : null;
    },

    async erase(email) {
      const now = clock.now();
      const { rows } = await sql<{ taken_back: boolean }>`
        update outbound_message m set
          state = case when old.state = 'waiting' then 'cancelled' else old.state end,
          done_at = coalesce(old.done_at, case when old.state = 'waiting' then ${now}::timestamptz end),
          payload = ${asJsonb(erasedPayload)},
          dedupe_key = case when ${mentions(sql`old.dedupe_key`, email)} then 'erased:' || old.id else old.dedupe_key end,
          note = case when old.state = 'waiting' then 'erased' when ${mentions(sql`old.note`, email)} then null else old.note end,
          last_error = case when ${mentions(sql`old.last_error`, email)} then null else old.last_error end
        from (select * from outbound_message where ${names(email)} for update) old
        where m.id = old.id
        returning old.state = 'waiting' as taken_back`.execute(db.tables());
      const takenBack = rows.filter((row) => row.taken_back).length;
      return rows.length === 0
        ? []
        : [`${rows.length} outgoing messages cleared, ${takenBack} of them before they were sent`];
    },
  };
}

/** The address as a whole word: a@b.co doesn't match in xa@b.co or in a@b.co.uk. */
function mentions(text: ReturnType<typeof sql>, email: string) {
  const literal = email
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9@]/g, (character) => `\\${character}`);
  const pattern = `(?<![a-z0-9.!#$%&'*+/=?^_\`{|}~-])${literal}(?![a-z0-9-]|\\.[a-z0-9])`;
  return sql<boolean>`coalesce(lower(${text}) ~ ${pattern}, false)`;
}

function names(email: string) {
  return sql<boolean>`(${mentions(sql`dedupe_key`, email)} or exists (
    select from jsonb_path_query(payload, 'strict $.** ? (@.type() == "string")') as part
    where ${mentions(sql`part #>> '{}'`, email)}))`;
}

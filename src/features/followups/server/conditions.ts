import { type RawBuilder, sql } from 'kysely';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import { type Condition, meets } from '../rules/question.ts';
import type { ContactRow, SequenceRow } from './tables.ts';

/** A condition on `contact c`, as `answer` in the rules decides it. */
export function conditionSql(condition: Condition): RawBuilder<unknown> {
  const holds = plainSql(condition);
  return condition.not ? sql`not (${holds})` : sql`(${holds})`;
}

const space = ' \t\n\r';
const number = String.raw`^-?\d{1,9}(\.\d{1,4})?$`;
const date = String.raw`^\d{4}-\d\d-\d\d$`;

function plainSql(condition: Condition): RawBuilder<unknown> {
  switch (condition.is) {
    case 'bought':
      return sql`c.bought_at is not null`;
    case 'tag':
      return sql`c.tags @> array[${condition.tag}]::text[]`;
    case 'source':
      return sql`position(lower(${condition.contains}) in lower(c.source)) > 0`;
    case 'field': {
      const { test = 'is', name } = condition;
      const own = sql`lower(btrim(coalesce(c.fields->>${name}::text, ''), ${space}))`;
      const value = sql`lower(${condition.value.trim()}::text)`;
      switch (test) {
        case 'is':
          return sql`${own} = ${value}`;
        case 'has':
          return sql`position(${value} in ${own}) > 0`;
        case 'filled':
          return sql`${own} <> ''`;
        case 'above':
        case 'below': {
          const is = sql.raw(test === 'above' ? '>' : '<');
          // Only what looks like a number is ever taken for one, in whatever order the database goes through this.
          return sql`case when ${own} ~ ${date} and ${value} ~ ${date} then ${own} collate "C" ${is} ${value} collate "C"
            when ${own} ~ ${number} and ${value} ~ ${number}
            then ${own}::numeric ${is} ${value}::numeric else false end`;
        }
      }
    }
  }
}

/** Those of them who are who their sequence is for, at this moment. */
export async function whoMeet<
  S extends { sequence: Pick<SequenceRow, 'owner_id' | 'body'>; contactId: string },
>(trx: AnyTransaction, starts: readonly S[], now: Date): Promise<S[]> {
  const asked = starts.filter(({ sequence }) => (sequence.body.only ?? []).length > 0);
  if (asked.length === 0) return [...starts];
  const who = asked.map(({ sequence, contactId }) => ({ owner_id: sequence.owner_id, id: contactId }));
  const { rows } = await sql<
    Pick<ContactRow, 'owner_id' | 'id' | 'tags' | 'fields' | 'source' | 'bought_at'>
  >`
    select c.owner_id, c.id, c.tags, c.fields, c.source, c.bought_at from contact c
    join (select distinct owner_id, id from jsonb_to_recordset(${asJsonb(who)}) as n (owner_id text, id text)) n
    on n.owner_id = c.owner_id and n.id = c.id`.execute(trx);
  const people = new Map(rows.map((row) => [`${row.owner_id} ${row.id}`, row]));
  return starts.filter(({ sequence, contactId }) => {
    const only = sequence.body.only ?? [];
    if (only.length === 0) return true;
    const person = people.get(`${sequence.owner_id} ${contactId}`);
    if (!person) return false;
    const { tags, fields, source, bought_at: lastBoughtAt } = person;
    const facts = { tags: new Set(tags), fields, source, lastBoughtAt, hasClicked: false, startedAt: now };
    return meets(only, facts);
  });
}

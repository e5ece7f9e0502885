import { sql } from 'kysely';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type * as z from 'zod/mini';
import type { AgreementList, listQuery } from '../rules/contract.ts';
import { dayOf } from '../rules/due.ts';
import { nextDues } from './due/reading.ts';
import type { Held, Person } from './ledger.ts';
import type { AgreementTables } from './tables.ts';
import { headOf, type Seeing } from './views.ts';

const perPage = 30;

interface Reader extends Pick<Seeing, 'emailKey' | 'pathOf' | 'now'> {
  uid: string;
  /** What others sent to their address is shown only once the address is proven to be theirs. */
  isProven: boolean;
}

/** What a member sent, and what was sent to them. */
export async function listFor(
  db: AnyKysely,
  reader: Reader,
  { show = 'all', q, link, template, before }: z.output<typeof listQuery>,
): Promise<AgreementList> {
  const { uid, emailKey, isProven, now } = reader;
  // One row for each agreement they may see, with whether it waits for them.
  const seen = sql`
    select a.owner_id, a.id, a.sent_at, a.title, a.open_id, a.template, a.owner_id = ${uid} as is_sender,
      case when a.state = 'out' and a.expires_at <= ${now} then 'expired' else a.state end as state,
      exists (select from agreement_person p where p.owner_id = a.owner_id and p.agreement_id = a.id
        and p.email_key = ${emailKey} and p.state in ('asked', 'seen') and p.role <> 'copy') as is_yours
    from agreement a
    where a.owner_id = ${uid} or (${isProven}::boolean and (a.owner_id, a.id) in (
      select owner_id, agreement_id from agreement_person
      where email_key = ${emailKey} and (state <> 'waiting' or role = 'copy')))`;
  const group = sql`case when state = 'out' then (case when is_yours then 'yours' else 'theirs' end)
    when state = 'withdrawn' then 'declined' else state end`;
  const { rows: counted } = await sql<{ name: string; count: number }>`
    select ${group} as name, count(*)::int as count from (${seen}) s group by 1`.execute(db);
  const counts = { yours: 0, theirs: 0, signed: 0, declined: 0, expired: 0 };
  for (const { name, count } of counted) if (name in counts) counts[name as keyof typeof counts] = count;

  const words = q?.trim() ?? '';
  const like = `%${words.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  const { rows } = await sql<{ owner_id: string; id: string }>`
    select owner_id, id from (${seen}) s
    where (${show} = 'all' or ${group} = ${show})
      and (${link ?? null}::text is null or open_id = ${link ?? null})
      and (${template ?? null}::text is null or (is_sender and template = ${template ?? null} and state = 'out' and open_id is null))
      and (${words} = '' or title ilike ${like} or exists (select from agreement_person p
        where p.owner_id = s.owner_id and p.agreement_id = s.id and (p.name ilike ${like} or p.email_key ilike ${like})))
      and (${before ?? null}::text is null or (sent_at, id) < (select sent_at, id from agreement where id = ${before ?? null}))
    order by sent_at desc, id desc limit ${perPage + 1}`.execute(db);
  const page = rows.slice(0, perPage);
  const held = await heldOf(db, page);
  const next = await nextDues(
    db,
    uid,
    held.filter(({ agreement }) => agreement.state === 'signed').map(({ agreement }) => agreement.id),
    dayOf(now),
  );
  return {
    agreements: held.map((one) =>
      headOf(one, {
        ...reader,
        isSender: one.agreement.owner_id === uid,
        emailKey: isProven ? emailKey : '',
        due: next.get(one.agreement.id),
      }),
    ),
    more: rows.length > perPage,
    counts,
  };
}

async function heldOf(db: AnyKysely, page: { owner_id: string; id: string }[]): Promise<Held[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const tables = tablesOf<AgreementTables>(db);
  const agreements = await tables.selectFrom('agreement').selectAll().where('id', 'in', ids).execute();
  const people = await tables
    .selectFrom('agreement_person')
    .selectAll()
    .where(
      sql<boolean>`(owner_id, agreement_id) in (select * from unnest(${page.map((one) => one.owner_id)}::text[], ${ids}::text[]))`,
    )
    .orderBy('n')
    .execute();
  const byAgreement = Map.groupBy(people as Person[], ({ agreement_id }) => agreement_id);
  return ids.flatMap((id) => {
    const agreement = agreements.find((one) => one.id === id);
    return agreement ? [{ agreement, people: byAgreement.get(id) ?? [] }] : [];
  });
}

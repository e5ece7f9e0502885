import { type RawBuilder, sql } from 'kysely';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import { purposeOf, type Purpose } from '../rules/contract.ts';
import type { ConsentTables } from './tables.ts';

export interface ConsentingPerson {
  /** The record's id: the order in which they are read, and where a reading goes on. */
  id: string;
  address: string;
  consentText: string;
  source: string;
  givenAt: Date;
  confirmedAt: Date | null;
}

/** Those whom a purpose's mail may go to as of now, a page at a time or among some; asked again just before each goes out. */
export async function consentingPeople(
  db: AnyKysely,
  purpose: Purpose,
  { after = '', limit, among }: { after?: string | undefined; limit: number; among?: readonly string[] },
): Promise<ConsentingPerson[]> {
  return willing(db, purpose)
    .$if(among !== undefined, (query) => query.where('address_key', 'in', [...(among ?? [])]))
    .select([
      'id',
      'address',
      'consent_text as consentText',
      'source',
      'given_at as givenAt',
      'confirmed_at as confirmedAt',
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** What somebody said about one purpose, for a page that only they are led to. */
export interface KnownConsent {
  id: string;
  address: string;
  addressKey: string;
  withdrawnAt: Date | null;
  confirmedAt: Date | null;
  isSuppressed: boolean;
}

export async function knownConsent(
  db: AnyKysely,
  purpose: Purpose,
  by: { id: string } | { addressKey: string },
): Promise<KnownConsent | undefined> {
  return tablesOf<ConsentTables>(db)
    .selectFrom('consent_record')
    .select((row) => [
      'id',
      'address',
      'address_key as addressKey',
      'withdrawn_at as withdrawnAt',
      'confirmed_at as confirmedAt',
      row
        .exists(
          row
            .selectFrom('suppression')
            .select('suppression.reason')
            .whereRef('suppression.address_key', '=', 'consent_record.address_key'),
        )
        .$castTo<boolean>()
        .as('isSuppressed'),
    ])
    .where('purpose', '=', purpose)
    .where('id' in by ? 'id' : 'address_key', '=', 'id' in by ? by.id : by.addressKey)
    .executeTakeFirst();
}

export interface ConsentCounts {
  /** May be written to. */
  willing: number;
  /** Asked for it and have not confirmed. */
  unconfirmed: number;
}

export async function consentCounts(db: AnyKysely, purpose: Purpose): Promise<ConsentCounts> {
  const tables = tablesOf<ConsentTables>(db);
  const count = (row: { n: string | number | bigint }) => Number(row.n);
  const all = await willing(tables, purpose)
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  const unconfirmed = await tables
    .selectFrom('consent_record')
    .select((row) => row.fn.countAll().as('n'))
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { willing: count(all), unconfirmed: count(unconfirmed) };
}

/**
 * How many took their consent back after something that they got: `got` says of each address what and when, as
 * `address_key`, `what` and `at`.
 */
export async function withdrawnAfter(
  db: AnyKysely,
  purpose: Purpose,
  got: RawBuilder<unknown>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ what: string; n: number }>`
    select got.what, count(*)::int as n from (${got}) got
    join consent_record k on k.address_key = got.address_key and k.purpose = ${purpose}
    where k.withdrawn_at >= got.at group by 1`.execute(db);
  return new Map(rows.map(({ what, n }) => [what, n]));
}

function willing(db: AnyKysely, purpose: Purpose) {
  return tablesOf<ConsentTables>(db)
    .selectFrom('consent_record')
    .where('purpose', '=', purpose)
    .where('withdrawn_at', 'is', null)
    .$if(purposeOf(purpose).proof === 'confirmed', (query) => query.where('confirmed_at', 'is not', null))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('suppression')
            .select('suppression.reason')
            .whereRef('suppression.address_key', '=', 'consent_record.address_key'),
        ),
      ),
    );
}

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

/** Those whom a purpose's mail may go to as of now, a page at a time; asked again just before each goes out. */
export async function consentingPeople(
  db: AnyKysely,
  purpose: Purpose,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<ConsentingPerson[]> {
  return willing(db, purpose)
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

import { sql } from 'kysely';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type { AgreementDue, DueList } from '../../rules/due-contract.ts';
import { type CalendarDay } from '../../rules/calendar.ts';
import type { DueDay } from '../../rules/due.ts';
import { agreementPath } from '../../rules/addresses.ts';
import type { Agreement, Person } from '../ledger.ts';
import type { AgreementTables, DueRow } from '../tables.ts';

/** What its sender is shown: the text's day, or what they say instead. */
export const shownOf = ({ day, words, own_day, own_words }: DueRow): { day: string; words: string } => ({
  day: own_day ?? day,
  words: own_words ?? words,
});

const byDay = <T extends { day: string; id: string }>(days: T[]): T[] =>
  days.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1));

const rowsOf = (db: AnyKysely, { owner_id, id }: Pick<Agreement, 'owner_id' | 'id'>): Promise<DueRow[]> =>
  tablesOf<AgreementTables>(db)
    .selectFrom('agreement_due')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('agreement_id', '=', id)
    .execute();

/** Its sender sees their own days and changes; everybody else what the text sets. */
export async function duesOf(
  db: AnyKysely,
  agreement: Pick<Agreement, 'owner_id' | 'id'>,
  isSender: boolean,
): Promise<AgreementDue[]> {
  const rows = await rowsOf(db, agreement);
  return byDay(
    rows
      .filter(({ is_own }) => isSender || !is_own)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        ...(isSender ? shownOf(row) : { day: row.day, words: row.words }),
        isOwn: row.is_own,
        isChanged: isSender && (row.own_day ?? row.own_words) !== null,
        isGone: isSender && row.is_gone,
      })),
  );
}

/** Who looks, and at what: their own, and what others sent to an address that is proven to be theirs. */
export interface DueReader {
  uid: string;
  emailKey: string;
  isProven: boolean;
  pathOf(person: Pick<Person, 'agreement_id' | 'n' | 'rev'>): string;
}

/** The next day of each agreement of a list. */
export async function nextDues(
  db: AnyKysely,
  uid: string,
  ids: readonly string[],
  today: string,
): Promise<Map<string, DueDay>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<DueDay & { agreement_id: string }>`
    select distinct on (agreement_id) agreement_id, kind, day, words from (
      select agreement_id, id, kind,
        case when owner_id = ${uid} then coalesce(own_day, day) else day end as day,
        case when owner_id = ${uid} then coalesce(own_words, words) else words end as words
      from agreement_due
      where agreement_id = any(${ids}::text[])
        and case when owner_id = ${uid} then not is_gone else not is_own end) d
    where day >= ${today} order by agreement_id, day, id`.execute(db);
  return new Map(rows.map(({ agreement_id, ...day }) => [agreement_id, day]));
}

type Found = DueDay & {
  owner_id: string;
  id: string;
  agreement: string;
  title: string;
  rev: number;
  n: number | null;
  person_rev: number | null;
};

/** Every day from one on of all that somebody signed or had signed, the next first. */
export async function allDues(
  db: AnyKysely,
  { uid, emailKey, isProven }: DueReader,
  { from, to, most }: { from: string; to: string; most: number },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select * from (
      select d.owner_id, d.agreement_id as agreement, d.id, d.kind, a.title, p.n, p.rev as person_rev,
        case when d.owner_id = ${uid} then d.rev else 0 end as rev,
        case when d.owner_id = ${uid} then coalesce(d.own_day, d.day) else d.day end as day,
        case when d.owner_id = ${uid} then coalesce(d.own_words, d.words) else d.words end as words
      from agreement a
      join agreement_due d on d.owner_id = a.owner_id and d.agreement_id = a.id
      left join agreement_person p on a.owner_id <> ${uid} and ${isProven}::boolean
        and p.owner_id = a.owner_id and p.agreement_id = a.id and p.email_key = ${emailKey}
      where a.state = 'signed' and case when a.owner_id = ${uid} then not d.is_gone else p.n is not null and not d.is_own end
        and (a.owner_id = ${uid} or (${isProven}::boolean and (a.owner_id, a.id) in (
          select owner_id, agreement_id from agreement_person where email_key = ${emailKey})))) f
    where day >= ${from} and day <= ${to} order by day, agreement, id limit ${most}`.execute(db);
  return rows;
}

const hrefOf = (reader: DueReader, { owner_id, agreement, n, person_rev }: Found): string =>
  owner_id === reader.uid || n === null || person_rev === null
    ? agreementPath(agreement)
    : reader.pathOf({ agreement_id: agreement, n, rev: person_rev });

export const listedDues = (reader: DueReader, found: readonly Found[]): DueList => ({
  dues: found.map((one) => ({
    id: one.id,
    kind: one.kind,
    day: one.day,
    words: one.words,
    agreement: one.agreement,
    title: one.title,
    href: hrefOf(reader, one),
  })),
});

const uidOf = (origin: string, agreement: string, id: string): string =>
  `${id}@${agreement}.${new URL(origin).hostname}`;

export const calendarDays = (reader: DueReader, origin: string, found: readonly Found[]): CalendarDay[] =>
  found.map((one) => ({
    uid: uidOf(origin, one.agreement, one.id),
    revision: one.rev,
    day: one.day,
    kind: one.kind,
    words: one.words,
    title: one.title,
    url: origin + hrefOf(reader, one),
  }));

/** Of one agreement, for its sender or for whoever has a link to it. */
export async function calendarOfOne(
  db: AnyKysely,
  agreement: Agreement,
  { isSender, origin, path }: { isSender: boolean; origin: string; path: string },
): Promise<CalendarDay[]> {
  const revs = new Map((await rowsOf(db, agreement)).map(({ id, rev }) => [id, rev]));
  const days = await duesOf(db, agreement, isSender);
  return days
    .filter(({ isGone }) => !isGone)
    .map(({ id, kind, day, words }) => ({
      uid: uidOf(origin, agreement.id, id),
      revision: isSender ? (revs.get(id) ?? 0) : 0,
      day,
      kind,
      words,
      title: agreement.title,
      url: origin + path,
    }));
}

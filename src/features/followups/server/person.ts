import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { jsonFile, memberById, type MemberDataSource } from '#features/accounts/server/public.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import { eraseTexts, exportTexts, forgetPurpose, forgetTextsOf } from '#features/consent/server/public.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { exportPeople } from './export.ts';
import { forgetTextsUnshared } from './own-numbers.ts';
import { hubOwner, listPurpose } from './owner.ts';
import { segmentsOf } from './segments.ts';
import { sequencesOf } from './sequences.ts';

/** What members keep about somebody, whoever's list they are in. */
export function followupsPerson(platform: Pick<Platform, 'db' | 'clock' | 'secret'>): PersonData {
  const { db, clock } = platform;
  return {
    erasing: {
      goes: 'Their place in lists of follow-ups, with everything sent to them',
      stays: 'A keyed hash of a number that said STOP, so that it never gets a text again',
    },
    async shown(email) {
      const key = mailAddressKey(email);
      const about = sql`from contact c where c.email_key = ${key} and t.owner_id = c.owner_id and t.contact_id = c.id`;
      const { rows: messages } = await sql<{ subject: string; channel: string; state: string; at: Date }>`
        select t.subject, t.channel, t.state, t.at from followup_message t
        where t.owner_id = ${hubOwner} and exists (select ${about}) order by t.at desc limit 20`.execute(
        db.tables(),
      );
      const { rows: lists } = await sql<{ own: boolean; n: number; waiting: number }>`
        select c.owner_id = ${hubOwner} as own, count(distinct c.owner_id)::int as n,
          count(r.*) filter (where r.state = 'waiting')::int as waiting
        from contact c left join followup_run r on r.owner_id = c.owner_id and r.contact_id = c.id
        where c.email_key = ${key} group by 1`.execute(db.tables());
      const own = lists.find((row) => row.own);
      const others = lists.find((row) => !row.own);
      if (lists.length === 0) return [];
      return [
        {
          is: 'facts',
          title: 'Follow-ups',
          facts: [
            ...(own ? [['Yours, under way', String(own.waiting)] as [string, string]] : []),
            // What members write to their own people is theirs: only that there is something.
            ...(others ? [['In lists of members', String(others.n)] as [string, string]] : []),
          ],
        },
        ...(messages.length > 0
          ? [
              {
                is: 'table' as const,
                title: 'Your follow-ups to them',
                columns: [{ head: 'Subject' }, { head: 'By' }, { head: 'State' }, { head: 'At (UTC)' }],
                rows: messages.map(({ subject, channel, state, at }) => [
                  subject,
                  channel,
                  state,
                  at.toISOString().slice(0, 16).replace('T', ' '),
                ]),
                empty: '',
              },
            ]
          : []),
      ];
    },
    async export(email) {
      const key = mailAddressKey(email);
      const { rows: people } = await sql`
        select email, name, phone, time_zone, fields, tags, source, created_at, bought_at, orders from contact
        where email_key = ${key} order by created_at`.execute(db.tables());
      if (people.length === 0) return null;
      const about = sql`from contact c where c.email_key = ${key} and t.owner_id = c.owner_id and t.contact_id = c.id`;
      const { rows: messages } = await sql`
        select t.subject, t.channel, t.wording, t.state, t.at, t.clicked_at, t.reason from followup_message t where exists (select ${about})
        order by t.at`.execute(db.tables());
      const { rows: sequences } = await sql`
        select t.state, t.started_at, t.ended_at, t.reason from followup_run t where exists (select ${about})
        order by t.started_at`.execute(db.tables());
      const { rows: history } = await sql`
        select t.at, t.words from followup_history t where exists (select ${about}) order by t.at`.execute(
        db.tables(),
      );
      const { rows: orders } = await sql`
        select t.order_id, t.cents, t.refunded_cents, t.currency, t.at from followup_order t where exists (select ${about})
        order by t.at`.execute(db.tables());
      const { asked, own } = await numbersOf(db.tables(), key);
      const texts = await exportTexts(db.tables(), asked, own);
      return { people, messages, sequences, history, orders, texts };
    },

    async erase(email) {
      return db.transaction(async (trx) => {
        const key = mailAddressKey(email);
        const { asked, own } = await numbersOf(trx, key);
        const { rows } = await sql`delete from contact where email_key = ${key} returning id`.execute(trx);
        const texts = await eraseTexts(platform, trx, { asked, own, email, now: clock.now() });
        return rows.length === 0
          ? []
          : [
              `removed from ${rows.length} lists of members, with everything sent to them`,
              ...(asked.length > 0
                ? [
                    texts.isEverywhere
                      ? 'kept: a keyed hash of their number, so that it never gets a text message again'
                      : 'kept: a keyed hash of their number, so that those lists never text it again',
                  ]
                : []),
              ...(asked.length > 0 && own.length === 0
                ? [
                    'their number is also beside other addresses, and stays there; STOP from that phone ends all texts',
                  ]
                : []),
            ];
      });
    },
  };
}

/**
 * The numbers that members have beside this address, each in its own list. A number is this person's own only if no list
 * has it beside another address, and none has a consent to it without anybody: it is what a member typed, and proves nothing.
 */
async function numbersOf(db: AnyKysely, key: string) {
  const { rows } = await sql<{ ownerId: string; number: string; isShared: boolean; isLone: boolean }>`
    select c.owner_id as "ownerId", c.phone as number,
      exists (select from contact o where o.owner_id = c.owner_id and o.phone = c.phone and o.phone <> '' and o.email_key <> ${key}) as "isShared",
      not exists (select from contact o where o.phone = c.phone and o.phone <> '' and o.email_key <> ${key})
        and not exists (select from text_consent t where t.number = c.phone
          and not exists (select from contact o where o.owner_id = t.owner_id and o.phone = t.number)) as "isLone"
    from contact c where c.email_key = ${key} and c.phone <> ''`.execute(db);
  return {
    asked: rows.filter(({ isShared }) => !isShared).map(({ ownerId, number }) => ({ ownerId, number })),
    own: [...new Set(rows.filter(({ isLone }) => isLone).map(({ number }) => number))],
  };
}

export function followupsMemberData({ db, secret }: Pick<Platform, 'db' | 'secret'>): MemberDataSource {
  return {
    name: 'follow-ups',
    async *gather(uid) {
      const sequences = await sequencesOf(db.tables(), uid);
      if (sequences.length > 0)
        yield jsonFile(
          'follow-ups/sequences.json',
          sequences.map(({ body, on_since }) => ({ ...body, isOn: on_since !== null })),
        );
      const { rows: tests } = await sql`
        select sequence_id, step_id, started_at, ended_at, winner, why from followup_split
        where owner_id = ${uid} order by started_at, sequence_id, step_id`.execute(db.tables());
      if (tests.length > 0) yield jsonFile('follow-ups/tests.json', tests);
      const segments = await segmentsOf(db.tables(), uid);
      if (segments.length > 0)
        yield jsonFile(
          'follow-ups/segments.json',
          segments.map(({ name, segment }) => ({ name, ...segment })),
        );
      yield { path: 'follow-ups/people.csv', bytes: exportPeople({ secret }, db.tables(), uid) };
    },
    forget: forgetOwner,
  };
}

async function forgetOwner(trx: AnyTransaction, ownerId: string): Promise<void> {
  for (const table of ['followup_sequence', 'contact', 'followup_day', 'followup_segment'])
    await sql`delete from ${sql.table(table)} where owner_id = ${ownerId}`.execute(trx);
  await forgetPurpose(trx, fromMember(ownerId));
  await forgetTextsOf(trx, ownerId);
  // The hub's operator knows its members. Whoever reads the newsletter stays a reader, as anybody without an account.
  const member = await memberById(trx, ownerId);
  if (!member) return;
  const { rows } = await sql<{ phone: string }>`
    delete from contact c where c.owner_id = ${hubOwner} and c.email_key = ${mailAddressKey(member.email)}
      and not exists (select from consent_record k where k.address_key = c.email_key
        and k.purpose = ${listPurpose(hubOwner)} and k.confirmed_at is not null and k.withdrawn_at is null)
    returning phone`.execute(trx);
  for (const { phone } of rows) await forgetTextsUnshared(trx, { ownerId: hubOwner, number: phone });
}

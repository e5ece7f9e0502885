import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { TextConsent } from '#platform/server/texts/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import { erasedKey } from './erased.ts';
import type { ConsentTables } from './tables.ts';

/**
 * Who may be sent text messages. It is a word of its own to each member, about one number; none to email is one to this. Whoever
 * replies STOP gets none from this hub at all, since its number is the same for everybody here.
 */

type ConsentPlatform = Pick<Platform, 'db' | 'clock' | 'secret'>;

interface Asked {
  ownerId: string;
  number: string;
}

type StopReason = ConsentTables['text_stop']['reason'] | 'erased here';

export interface TextStanding {
  record: Pick<ConsentTables['text_consent'], 'consent_text' | 'source' | 'given_at' | 'withdrawn_at'> | null;
  stopped: { reason: StopReason; at: Date } | null;
}

const stopWords: Record<StopReason, string> = {
  STOP: 'they replied STOP',
  'no number': 'no phone gets text messages at this number',
  erased: 'erased: they asked this hub to forget them',
  'erased here': 'erased from this list: they asked this hub to forget them',
};

export const whyStopped = ({ stopped }: Pick<TextStanding, 'stopped'>): string | null =>
  stopped && stopWords[stopped.reason];

/** How an erased number is remembered, without the number. */
const erasedNumber = ({ secret }: Pick<ConsentPlatform, 'secret'>, number: string): string =>
  `erased:${createHmac('sha256', secret('erased addresses')).update(number).digest('base64url')}`;

const keyOf = ({ ownerId, number }: Asked): string => `${ownerId} ${number}`;

/** What many numbers stand for, at the cost of one question. */
export async function textStandings(
  platform: Pick<ConsentPlatform, 'secret'>,
  db: AnyKysely,
  asked: readonly Asked[],
): Promise<(one: Asked) => TextStanding> {
  const wanted = asked
    .filter(({ number }) => number !== '')
    .map((one) => ({ ...one, erased: erasedNumber(platform, one.number) }));
  if (wanted.length === 0) return () => ({ record: null, stopped: null });
  const { rows } = await sql<
    Asked &
      Partial<NonNullable<TextStanding['record']>> & {
        id: string | null;
        reason: StopReason | null;
        at: Date | null;
      }
  >`
    select a."ownerId", a.number, k.id, k.consent_text, k.source, k.given_at, k.withdrawn_at, s.reason, s.at
    from (select distinct "ownerId", number, erased
      from jsonb_to_recordset(${asJsonb(wanted)}) as r ("ownerId" text, number text, erased text)) a
    left join text_consent k on k.owner_id = a."ownerId" and k.number = a.number
    left join lateral (
      select reason, at from (
        select reason, at, 0 as n from text_stop where number in (a.number, a.erased)
        union all select 'erased here', at, 1 from text_erased where owner_id = a."ownerId" and number = a.erased) all_of
      order by n, at limit 1) s on true`.execute(db);
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return (one) => {
    const row = known.get(keyOf(one));
    return {
      record: row?.id ? (row as unknown as NonNullable<TextStanding['record']>) : null,
      stopped: row?.reason && row.at ? { reason: row.reason, at: row.at } : null,
    };
  };
}

interface Given {
  ownerId: string;
  consentText: string;
  source: string;
  now: Date;
}

/** What somebody else says that these people agreed to, or took back: it never undoes what was taken back. */
export async function reportTexts(
  trx: AnyTransaction,
  numbers: readonly string[],
  { ownerId, consentText, source, now, isOver = false }: Given & { isOver?: boolean },
): Promise<void> {
  const rows = [...new Set(numbers)].map((number) => ({ id: newId('consent'), number }));
  if (rows.length === 0) return;
  await sql`
    insert into text_consent (id, owner_id, number, consent_text, source, given_at, withdrawn_at)
    select id, ${ownerId}, number, ${consentText}, ${source}, ${now}::timestamptz, ${isOver ? now : null}::timestamptz
    from jsonb_to_recordset(${asJsonb(rows)}) as r (id text, number text) order by number
    on conflict (owner_id, number) do ${
      isOver
        ? sql`update set withdrawn_at = coalesce(text_consent.withdrawn_at, excluded.withdrawn_at)`
        : sql`nothing`
    }`.execute(trx);
}

/** Written down by hand, with how they agreed: also after it was taken back or erased, since that is a new word of theirs. */
export async function giveTexts(
  platform: Pick<ConsentPlatform, 'secret'>,
  trx: AnyTransaction,
  number: string,
  { ownerId, consentText, source, now }: Given,
): Promise<void> {
  await sql`
    delete from text_erased where owner_id = ${ownerId} and number = ${erasedNumber(platform, number)}`.execute(
    trx,
  );
  const given = { consent_text: consentText, source, given_at: now, withdrawn_at: null };
  await tablesOf<ConsentTables>(trx)
    .insertInto('text_consent')
    .values({ id: newId('consent'), owner_id: ownerId, number, ...given })
    .onConflict((known) =>
      known
        .columns(['owner_id', 'number'])
        .doUpdateSet(given)
        .where('text_consent.withdrawn_at', 'is not', null),
    )
    .execute();
}

export async function withdrawTexts(
  trx: AnyTransaction,
  { ownerId, number }: Asked,
  now: Date,
): Promise<void> {
  await tablesOf<ConsentTables>(trx)
    .updateTable('text_consent')
    .set({ withdrawn_at: now })
    .where('owner_id', '=', ownerId)
    .where('number', '=', number)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Somebody else than who was erased has this number in this list: what the one wished is no word of the other. */
export async function notOnlyErased(
  platform: Pick<ConsentPlatform, 'secret'>,
  trx: AnyTransaction,
  { ownerId, number }: Asked,
  email: string,
): Promise<void> {
  await sql`
    delete from text_erased where owner_id = ${ownerId} and number = ${erasedNumber(platform, number)}
      and person <> ${erasedKey(platform.secret, email)}`.execute(trx);
}

/** The member let this person go; what was taken back stays as a refusal. */
export async function forgetTexts(trx: AnyTransaction, { ownerId, number }: Asked): Promise<void> {
  await sql`
    delete from text_consent where owner_id = ${ownerId} and number = ${number} and withdrawn_at is null`.execute(
    trx,
  );
}

/** The member is gone, and nobody writes for them any more. */
export async function forgetTextsOf(trx: AnyTransaction, ownerId: string): Promise<void> {
  await sql`delete from text_consent where owner_id = ${ownerId}`.execute(trx);
  await sql`delete from text_count where owner_id = ${ownerId}`.execute(trx);
  await sql`delete from text_erased where owner_id = ${ownerId}`.execute(trx);
}

/** What each member has of these numbers; of those that are surely this person's own, also whether they said STOP. */
export async function exportTexts(
  db: AnyKysely,
  asked: readonly Asked[],
  own: readonly string[],
): Promise<object[]> {
  const told: object[] = [];
  for (const { ownerId, number } of asked) {
    const { rows } = await sql<object>`
      select number, consent_text, source, given_at, withdrawn_at from text_consent
      where owner_id = ${ownerId} and number = ${number} order by given_at`.execute(db);
    told.push(...rows);
  }
  if (own.length === 0) return told;
  const { rows } = await sql<object>`select * from text_stop where number = any(${[...own]})`.execute(db);
  return [...told, ...rows];
}

/**
 * Forgotten in the lists that had them under this number, and none of those texts it again by what it had. The whole hub never
 * does where the phone itself, or who carries texts, had ended it. Of a number beside which anybody could have typed an address
 * nothing more is known: other lists go by what they were told at their own doors.
 */
export async function eraseTexts(
  platform: Pick<ConsentPlatform, 'secret'>,
  trx: AnyTransaction,
  { asked, own, email, now }: { asked: readonly Asked[]; own: readonly string[]; email: string; now: Date },
): Promise<{ isEverywhere: boolean }> {
  const person = erasedKey(platform.secret, email);
  for (const { ownerId, number } of asked) {
    await sql`delete from text_consent where owner_id = ${ownerId} and number = ${number}`.execute(trx);
    await sql`
      insert into text_erased (owner_id, number, person, at)
      values (${ownerId}, ${erasedNumber(platform, number)}, ${person}, ${now})
      on conflict do nothing`.execute(trx);
  }
  let isEverywhere = false;
  for (const number of own) {
    await sql`update text_count set number = '' where number = ${number}`.execute(trx);
    const { rows } = await sql`delete from text_stop where number = ${number} returning reason`.execute(trx);
    if (rows.length === 0) continue;
    isEverywhere = true;
    await sql`
      insert into text_stop (number, reason, at) values (${erasedNumber(platform, number)}, 'erased', ${now})
      on conflict do nothing`.execute(trx);
  }
  return { isEverywhere };
}

/** What the app gives to text messages. */
export function textConsent(platform: ConsentPlatform): TextConsent {
  const { db, clock } = platform;
  return {
    async ask({ to, owner: ownerId }) {
      const one = { ownerId, number: to };
      const standing = (await textStandings(platform, db.tables(), [one]))(one);
      const stopped = whyStopped(standing);
      if (stopped !== null) return { allowed: false, reason: stopped };
      if (!standing.record) return { allowed: false, reason: 'no consent to text messages' };
      return standing.record.withdrawn_at
        ? { allowed: false, reason: 'consent to text messages withdrawn' }
        : { allowed: true };
    },
    async stop(number, reason) {
      await sql`
        insert into text_stop (number, reason, at) values (${number}, ${reason}, ${clock.now()})
        on conflict (number) do update set reason = excluded.reason, at = excluded.at
        where text_stop.reason = 'no number'`.execute(db.tables());
    },
    async start(number) {
      await sql`
        with lists as (delete from text_erased where number = ${erasedNumber(platform, number)})
        delete from text_stop where number in (${number}, ${erasedNumber(platform, number)})`.execute(
        db.tables(),
      );
    },
  };
}

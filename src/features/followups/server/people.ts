import { type RawBuilder, sql } from 'kysely';
import { whyNotTexted } from '#base/mobile-number.ts';
import { Problem } from '#base/problem.ts';
import {
  type Standing as Known,
  standings,
  textStandings,
  whyStopped,
} from '#features/consent/server/public.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PeopleAnswer, PersonDetail, PersonView, Segment, Standing } from '../rules/contract.ts';
import { programOf } from '../rules/walk.ts';
import { stepWords } from '../rules/words.ts';
import { conditionSql } from './conditions.ts';
import { listPurpose } from './owner.ts';
import { placeNow } from './places.ts';
import { sequencesOf } from './sequences.ts';
import type { ContactRow, FollowupTables } from './tables.ts';

/** Everybody whom a member may write to, or may not, and why. */

const page = 50;

const standingOf = ({ record, suppressed }: Known): Standing =>
  suppressed === 'bounced'
    ? 'bounced'
    : suppressed !== null || record?.withdrawn_at
      ? 'unsubscribed'
      : !record
        ? 'none'
        : record.confirmed_at
          ? 'confirmed'
          : 'agreed';

const viewOf = (row: ContactRow, known: Known): PersonView => ({
  id: row.id,
  email: row.email,
  name: row.name,
  tags: row.tags,
  standing: standingOf(known),
  source: row.source,
  createdAt: row.created_at.toISOString(),
  boughtAt: row.bought_at?.toISOString() ?? null,
});

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The conditions of a segment, on `contact c`. */
export function peopleWhere(
  ownerId: string,
  { search, tag, consent, bought, sequenceId, only = [] }: Segment,
): RawBuilder<unknown> {
  const parts = [sql`c.owner_id = ${ownerId}`];
  const like = `%${escaped(search.toLowerCase())}%`;
  if (search !== '') parts.push(sql`(c.email_key like ${like} or lower(c.name) like ${like})`);
  if (tag !== '') parts.push(conditionSql({ is: 'tag', tag, not: false }));
  if (bought !== 'any') parts.push(conditionSql({ is: 'bought', since: 'ever', not: bought === 'no' }));
  if (consent !== 'any') {
    const may = sql`exists (select from consent_record k where k.address_key = c.email_key
        and k.purpose = ${listPurpose(ownerId)} and k.withdrawn_at is null)
      and not exists (select from suppression s where s.address_key = c.email_key)`;
    parts.push(consent === 'yes' ? sql`(${may})` : sql`not (${may})`);
  }
  if (sequenceId !== '')
    parts.push(sql`exists (select from followup_run r where r.owner_id = c.owner_id and r.contact_id = c.id
      and r.sequence_id = ${sequenceId} and r.state = 'waiting')`);
  parts.push(...only.map(conditionSql));
  return sql.join(parts, sql` and `);
}

export async function countPeople(db: AnyKysely, ownerId: string, segment: Segment): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contact c where ${peopleWhere(ownerId, segment)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A page of them, the newest first; `after` is the last one's place. */
export async function listPeople(
  db: AnyKysely,
  ownerId: string,
  segment: Segment,
  after?: string,
): Promise<PeopleAnswer> {
  const [at, id] = after?.split('~') ?? [];
  const place = at && id ? sql`and (c.created_at, c.id) < (${at}::timestamptz, ${id})` : sql``;
  const { rows } = await sql<ContactRow & { place: string }>`
    select c.*, c.created_at::text as place from contact c where ${peopleWhere(ownerId, segment)} ${place}
    order by c.created_at desc, c.id desc limit ${page + 1}`.execute(db);
  const shown = rows.slice(0, page);
  const known = await standings(
    db,
    shown.map(({ email_key }) => ({ addressKey: email_key, purpose: listPurpose(ownerId) })),
  );
  const last = shown.at(-1);
  return {
    people: shown.map((row) =>
      viewOf(row, known({ addressKey: row.email_key, purpose: listPurpose(ownerId) })),
    ),
    next: rows.length > page && last ? `${last.place}~${last.id}` : null,
    total: await countPeople(db, ownerId, segment),
  };
}

/** The ids of a segment in parts: there may be a million. */
export async function* idsOf(db: AnyKysely, ownerId: string, segment: Segment): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string }>`
      select c.id from contact c where ${peopleWhere(ownerId, segment)} and c.id > ${after} order by c.id limit 1000`.execute(
      db,
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < 1000) return;
    after = last.id;
  }
}

/** `isHeld`: nobody else changes them until the transaction ends. */
export async function contactOf(
  db: AnyKysely,
  ownerId: string,
  id: string,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<ContactRow> {
  const row = await tablesOf<FollowupTables>(db)
    .selectFrom('contact')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(isHeld, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', 'This person is no longer in your list.');
  return row;
}

async function textsView(
  platform: Pick<Platform, 'secret' | 'config'>,
  db: AnyKysely,
  ownerId: string,
  number: string,
): Promise<PersonDetail['person']['texts']> {
  const one = { ownerId, number };
  const standing = (await textStandings(platform, db, [one]))(one);
  const { record, stopped } = standing;
  return {
    consent: record && {
      text: record.consent_text,
      source: record.source,
      givenAt: record.given_at.toISOString(),
      withdrawnAt: record.withdrawn_at?.toISOString() ?? null,
    },
    refused: number === '' ? null : whyNotTexted(number, platform.config.textsTo),
    stopped: stopped && { words: whyStopped(standing) ?? '', at: stopped.at.toISOString() },
  };
}

const historyShown = 200;

export async function personDetail(
  platform: Pick<Platform, 'secret' | 'config'>,
  db: AnyKysely,
  ownerId: string,
  id: string,
): Promise<PersonDetail> {
  const row = await contactOf(db, ownerId, id);
  const purpose = listPurpose(ownerId);
  const known = (await standings(db, [{ addressKey: row.email_key, purpose }]))({
    addressKey: row.email_key,
    purpose,
  });
  const tables = tablesOf<FollowupTables>(db);
  const mine = { owner_id: ownerId, contact_id: id };
  const [runs, messages, history, sequences] = [
    await tables
      .selectFrom('followup_run')
      .selectAll()
      .where((row_) => row_.and(mine))
      .orderBy('started_at', 'desc')
      .limit(historyShown)
      .execute(),
    await tables
      .selectFrom('followup_message')
      .selectAll()
      .where((row_) => row_.and(mine))
      .orderBy('at', 'desc')
      .limit(historyShown)
      .execute(),
    await tables
      .selectFrom('followup_history')
      .select(['at', 'kind', 'words'])
      .where((row_) => row_.and(mine))
      .orderBy('at', 'desc')
      .limit(historyShown)
      .execute(),
    await sequencesOf(db, ownerId),
  ];
  const named = new Map(
    sequences.map((sequence) => [sequence.id, { sequence, program: programOf(sequence.body.steps) }]),
  );
  const shownRuns: PersonDetail['runs'] = [];
  for (const run of runs) {
    const known_ = named.get(run.sequence_id);
    const stepId = run.state === 'waiting' && known_ ? await placeNow(db, run, known_) : null;
    const step = stepId === null ? undefined : known_?.program.places.get(stepId)?.step;
    const isOff = known_?.sequence.on_since === null;
    shownRuns.push({
      id: run.id,
      sequenceId: run.sequence_id,
      name: known_?.sequence.name ?? '',
      state: run.state,
      heldOut: run.held_out,
      startedAt: run.started_at.toISOString(),
      nextAt: run.state === 'waiting' && !isOff ? run.due_at.toISOString() : null,
      next: run.state !== 'waiting' ? '' : isOff ? 'The sequence is off' : step ? stepWords(step) : 'The end',
      reason: run.reason,
    });
  }
  const { record } = known;
  return {
    person: {
      ...viewOf(row, known),
      timeZone: row.time_zone,
      fields: row.fields,
      phone: row.phone,
      texts: await textsView(platform, db, ownerId, row.phone),
      consent: record && {
        text: record.consent_text,
        source: record.source,
        givenAt: record.given_at.toISOString(),
        confirmedAt: record.confirmed_at?.toISOString() ?? null,
        withdrawnAt: record.withdrawn_at?.toISOString() ?? null,
      },
    },
    runs: shownRuns,
    messages: messages.map((message) => ({
      id: `${message.run_id}.${message.step_id}`,
      channel: message.channel,
      sequence: named.get(message.sequence_id)?.sequence.name ?? '',
      subject: message.subject,
      state: message.state,
      at: message.at.toISOString(),
      clickedAt: message.clicked_at?.toISOString() ?? null,
      reason: message.reason,
    })),
    history: history.map(({ at, kind, words }) => ({ at: at.toISOString(), kind, words })),
  };
}

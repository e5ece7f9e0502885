import { type Selectable, sql } from 'kysely';
import { consentingPeople, knownConsent } from '#features/consent/server/public.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { preferencesPath } from '../../rules/newsletter-paths.ts';
import { everyIssue, monthMs, type Reader, whyNot } from '../../rules/newsletter-readers.ts';
import type { OutreachTables } from '../tables.ts';
import { counted } from './clicks.ts';
import type { Issue } from './issue.ts';

export const issuePrefix = (id: string): string => `newsletter:${id}:`;
const issueOf = (dedupeKey: string): string | null =>
  /^newsletter:([a-z0-9-]+):/.exec(dedupeKey)?.[1] ?? null;

export type Sendable = Pick<Issue, 'id' | 'subject' | 'summary' | 'body' | 'topics'> & {
  /** Null for an issue that isn't on the web. */
  viewUrl: string | null;
};

type Trx = AnyTransaction;

type ReaderRow = Selectable<OutreachTables['newsletter_reader']>;

const asReader = (row: ReaderRow | undefined): Reader =>
  row
    ? {
        topics: row.topics,
        pausedUntil: row.paused_until,
        isFewer: row.is_fewer,
        sentIssue: row.sent_issue,
        sentAt: row.sent_at,
      }
    : everyIssue;

/** Only where the reader neither got nor waits for a newer one. */
const isNewest = (id: string) => sql<boolean>`not exists (
  select from newsletter_issue other, newsletter_issue mine
  where mine.id = ${id} and other.id in (held_issue, sent_issue) and other.started_at > mine.started_at)`;

export function issueMail(issue: Sendable, to: string, origin: string, suffix = ''): MailMessage {
  return {
    to,
    kind: 'marketing',
    purpose: 'newsletter',
    why: 'agreed',
    subject: issue.subject,
    body: counted(issue.body, issue.id, origin),
    ...(issue.summary && { preheader: issue.summary }),
    ...(issue.viewUrl !== null && { viewUrl: issue.viewUrl }),
    dedupeKey: `${issuePrefix(issue.id)}${mailAddressKey(to)}${suffix}`,
  };
}

/**
 * Of these subscribers those who get an issue at once. For those who want fewer it is held in place of an older one,
 * and `releaseHeld` decides.
 */
export async function sieve<P extends { address: string }>(
  trx: Trx,
  people: P[],
  issue: Pick<Issue, 'id' | 'topics'>,
  now: Date,
): Promise<P[]> {
  if (people.length === 0) return [];
  const rows = await tablesOf<OutreachTables>(trx)
    .selectFrom('newsletter_reader')
    .selectAll()
    .where(
      'address_key',
      'in',
      people.map((person) => mailAddressKey(person.address)),
    )
    .orderBy('address_key')
    .forUpdate()
    .execute();
  const readers = new Map(rows.map((row) => [row.address_key, row]));
  const held: string[] = [];
  const sent = people.filter((person) => {
    const key = mailAddressKey(person.address);
    const row = readers.get(key);
    const refused = whyNot(asReader(row), issue, now);
    if (row?.is_fewer && (refused === null || refused === 'one a month')) {
      held.push(key);
      return false;
    }
    return refused === null;
  });
  if (held.length > 0)
    await tablesOf<OutreachTables>(trx)
      .updateTable('newsletter_reader')
      .set({ held_issue: issue.id })
      .where('address_key', 'in', held)
      .where(isNewest(issue.id))
      .execute();
  return sent;
}

/** How many of these get it, at once or once their month is over. */
export async function sieveCount(
  db: AnyKysely,
  people: { address: string }[],
  issue: Pick<Issue, 'id' | 'topics'>,
  now: Date,
): Promise<number> {
  if (people.length === 0) return 0;
  const rows = await tablesOf<OutreachTables>(db)
    .selectFrom('newsletter_reader')
    .selectAll()
    .where(
      'address_key',
      'in',
      people.map((person) => mailAddressKey(person.address)),
    )
    .execute();
  const refused = rows.map((row) => whyNot(asReader(row), issue, now));
  return people.length - refused.filter((why) => why === 'paused' || why === 'other topics').length;
}

/** What a mail is asked just before it leaves: it may have waited for days, and its reader may have chosen since. */
export function newsletterGuard(
  { db, clock, secret, origin }: Pick<Platform, 'db' | 'clock' | 'secret' | 'origin'>,
  inner: MailConsent,
): MailConsent {
  const links = preferenceLinks(secret);

  /** Notes in the same step that it goes out: of two at once, those who want fewer get one. */
  async function claim(key: string, id: string): Promise<string | null> {
    // Most have chosen nothing: one statement for them.
    const { numAffectedRows } = await sql`
      insert into newsletter_reader (address_key, sent_issue, sent_at) values (${key}, ${id}, ${clock.now()})
      on conflict (address_key) do update set sent_issue = excluded.sent_issue, sent_at = excluded.sent_at
      where newsletter_reader.topics = '[]' and newsletter_reader.paused_until is null
        and not newsletter_reader.is_fewer`.execute(db.tables());
    return numAffectedRows === 1n ? null : claimChosen(key, id);
  }

  async function claimChosen(key: string, id: string): Promise<string | null> {
    return db.transaction<OutreachTables, string | null>(async (trx) => {
      const issue = await trx
        .selectFrom('newsletter_issue')
        .select(['id', 'topics'])
        .where('id', '=', id)
        .executeTakeFirst();
      const row = await trx
        .selectFrom('newsletter_reader')
        .selectAll()
        .where('address_key', '=', key)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const now = clock.now();
      const refused = whyNot(asReader(row), { id, topics: issue?.topics ?? [] }, now);
      const mine = trx.updateTable('newsletter_reader').where('address_key', '=', key);
      if (refused === null) await mine.set({ sent_issue: id, sent_at: now }).execute();
      if (refused === 'one a month' && issue)
        await mine.set({ held_issue: id }).where(isNewest(id)).execute();
      return refused;
    });
  }

  return {
    bounced: (to) => inner.bounced(to),
    async ask(message) {
      const verdict = await inner.ask(message);
      if (!verdict.allowed || !verdict.unsubscribe || message.purpose !== 'newsletter') return verdict;
      const addressKey = mailAddressKey(message.to);
      // Without its key it is only looked at, and doesn't leave.
      const id = issueOf(message.dedupeKey ?? '');
      const reason = id === null ? null : await claim(addressKey, id);
      if (reason !== null) return { allowed: false, reason };
      const known = await knownConsent(db.tables(), 'newsletter', { addressKey });
      if (!known) return { allowed: false, reason: 'no consent' };
      const preferences = `${origin()}${preferencesPath}?t=${links.sign(known.id)}`;
      return { allowed: true, unsubscribe: { ...verdict.unsubscribe, preferences } };
    },
  };
}

export const preferenceLinks = (secret: Platform['secret']) => createSigner(secret, 'newsletter preferences');

const atOnce = 200;

/**
 * Sends the newest issue to those who want fewer and whose month is over. What waits for them in the outbox makes way.
 * Returns how many were queued, by issue.
 */
export async function releaseHeld(
  trx: Trx,
  { mail, clock, origin }: Pick<Platform, 'mail' | 'clock' | 'origin'>,
): Promise<{ queued: Map<string, number>; isDone: boolean }> {
  const now = clock.now();
  const tables = tablesOf<OutreachTables>(trx);
  const due = await tables
    .selectFrom('newsletter_reader')
    .selectAll()
    .where('held_issue', 'is not', null)
    .where((row) =>
      row.or([row('sent_at', 'is', null), row('sent_at', '<=', new Date(now.getTime() - monthMs))]),
    )
    .where((row) => row.or([row('paused_until', 'is', null), row('paused_until', '<=', now)]))
    .orderBy('address_key')
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  const queued = new Map<string, number>();
  if (due.length === 0) return { queued, isDone: true };
  const keys = due.map(({ address_key }) => address_key);
  await tables
    .updateTable('newsletter_reader')
    .set({ held_issue: null })
    .where('address_key', 'in', keys)
    .execute();

  const issues = await tables
    .selectFrom('newsletter_issue')
    .selectAll()
    .where('id', 'in', [...new Set(due.map(({ held_issue }) => held_issue ?? ''))])
    .execute();
  const people = await consentingPeople(trx, 'newsletter', { among: keys, limit: keys.length });
  const byKey = new Map(people.map((person) => [mailAddressKey(person.address), person.address]));
  const recent = await tables
    .selectFrom('newsletter_issue')
    .select(['id', 'started_at'])
    .where('started_at', '>', new Date(now.getTime() - 3 * monthMs))
    .execute();
  const messages: MailMessage[] = [];
  const outdated: string[] = [];
  for (const row of due) {
    const issue = issues.find(({ id }) => id === row.held_issue);
    const to = byKey.get(row.address_key);
    if (!issue?.body || to === undefined || whyNot(asReader(row), issue, now) !== null) continue;
    for (const { id, started_at } of recent)
      if (started_at < issue.started_at) {
        outdated.push(`${issuePrefix(id)}${row.address_key}`);
        if (row.queued_key?.startsWith(issuePrefix(id))) outdated.push(row.queued_key);
      }
    const viewUrl = issue.is_public ? `${origin()}/newsletter/${issue.slug}` : null;
    messages.push(issueMail({ ...issue, body: issue.body, viewUrl }, to, origin(), `:held:${now.getTime()}`));
    queued.set(issue.id, (queued.get(issue.id) ?? 0) + 1);
  }
  // What still waits for the same readers makes way: only the newest goes.
  await sql`
    update outbound_message set state = 'cancelled', note = 'one a month', done_at = ${now}
    where channel = 'mail' and state = 'waiting' and dedupe_key = any(${outdated})`.execute(trx);
  await mail.sendAll(trx, messages);
  await sql`
    update newsletter_reader r set queued_key = m.dedupe_key
    from jsonb_to_recordset(${asJsonb(messages.map(({ to, dedupeKey }) => ({ address_key: mailAddressKey(to), dedupe_key: dedupeKey })))})
      as m (address_key text, dedupe_key text)
    where r.address_key = m.address_key`.execute(trx);
  return { queued, isDone: due.length < atOnce };
}

import { consentingPeople } from '#features/consent/server/public.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { MailCause } from '#platform/server/mail/bounds.ts';
import type { Platform } from '#platform/server/platform.ts';
import { sql } from 'kysely';
import type { OutreachTables } from '../tables.ts';
import type { Issue, IssueFile } from './issue.ts';
import { keepFile } from './issue-texts.ts';
import { issueMail, releaseHeld, type Sendable, sieve } from './readers.ts';

export interface SendProgress {
  queued: number;
  isFinished: boolean;
}

type Sender = Pick<Platform, 'db' | 'mail' | 'clock' | 'origin'>;

const batch = 200;

/**
 * Puts an issue into the outbox for every subscriber, a batch a transaction that also remembers how far it came:
 * killed anywhere it goes on from there, and two that run at once share the work. A handful of rows in memory.
 */
export async function sendIssue(
  platform: Sender,
  issue: IssueFile,
  tell: (progress: SendProgress) => void | Promise<void> = () => {},
): Promise<SendProgress> {
  await platform.db.transaction(async (trx) => {
    // One that is under way keeps the words that it began with.
    if (await start(trx, platform, issue, null)) await keepFile(trx, issue, platform.clock.now());
  });
  const { slug, is_public } = await checked(platform, issue);
  const viewUrl = is_public && slug !== null ? `${platform.origin()}/newsletter/${slug}` : null;
  return finishIssue(platform, { ...issue, viewUrl }, tell);
}

/** From wherever it stopped. */
export async function finishIssue(
  platform: Sender,
  issue: Sendable,
  tell: (progress: SendProgress) => void | Promise<void> = () => {},
): Promise<SendProgress> {
  for (;;) {
    const progress = await nextBatch(platform, issue);
    await tell(progress);
    if (progress.isFinished) return progress;
  }
}

/** Asked for by the operator, so it needs nobody's consent and counts as no issue. */
export async function sendTest(
  { db, mail }: Pick<Platform, 'db' | 'mail'>,
  issue: Issue,
  to: string,
  why: MailCause = 'operator',
): Promise<void> {
  const note = 'This is a test. Subscribers see the unsubscribe link here.';
  await db.transaction((trx) =>
    mail.send(trx, {
      to,
      kind: 'transactional',
      purpose: 'newsletter',
      why,
      subject: `[Test] ${issue.subject}`,
      body: [...issue.body, { kind: 'small', text: note }],
      dedupeKey: `newsletter-test:${newId('message')}`,
    }),
  );
}

/** Issues start one at a time: two at once could choose the same address on the web. */
export const holdAddresses = (trx: AnyTransaction): Promise<void> => holdLock(trx, 'newsletter addresses');

/**
 * From here on it is an issue: it has its page, and isn't planned any more. False, and nothing happens, for one that
 * is known.
 */
export async function start(
  trx: AnyTransaction,
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  issue: Issue,
  plannedFor: Date | null,
): Promise<boolean> {
  await holdAddresses(trx);
  await sql`delete from newsletter_plan where id = ${issue.id}`.execute(trx);
  const slug = await freeSlug(trx, issue.id);
  const { numAffectedRows } = await sql`
    insert into newsletter_issue (id, subject, content_hash, started_at, slug, summary, body, topics, is_public, planned_for)
    values (${issue.id}, ${issue.subject}, ${issue.contentHash}, ${clock.now()}, ${slug}, ${issue.summary},
      ${asJsonb(issue.body)}, ${asJsonb(issue.topics)}, ${issue.isPublic}, ${plannedFor})
    on conflict (id) do nothing`.execute(trx);
  const isNew = numAffectedRows === 1n;
  if (issue.isPublic && isNew) await db.notify(trx, 'content', 'newsletter');
  return isNew;
}

/** Pages below /newsletter that are none of an issue. */
const takenSlugs = ['confirm', 'preferences', 'go'];

/** An issue's own name where nothing else has it. */
export async function freeSlug(trx: AnyTransaction, id: string): Promise<string> {
  const { rows } = await sql<{ slug: string }>`
    select slug from newsletter_issue where slug = ${id} or starts_with(slug, ${`${id}-`})`.execute(trx);
  const taken = new Set([...takenSlugs, ...rows.map(({ slug }) => slug)]);
  let slug = id;
  for (let n = 2; taken.has(slug); n += 1) slug = `${id}-${n}`;
  return slug;
}

async function checked({ db }: Pick<Platform, 'db'>, issue: Issue) {
  const known = await db
    .tables<OutreachTables>()
    .selectFrom('newsletter_issue')
    .selectAll()
    .where('id', '=', issue.id)
    .executeTakeFirstOrThrow();
  if (known.finished_at)
    throw new Problem(
      'conflict',
      `The issue "${issue.id}" went to ${known.queued} subscribers, the last on ${known.finished_at.toISOString().slice(0, 16).replace('T', ' ')} UTC. A new issue needs its own name: another file name, or another "issue:" in its front matter.`,
    );
  if (known.content_hash !== issue.contentHash)
    throw new Problem(
      'conflict',
      `${known.queued} subscribers got a different text under the name "${issue.id}". Restore that text to continue, or rename the issue.`,
    );
  return known;
}

async function nextBatch(platform: Sender, issue: Sendable): Promise<SendProgress> {
  const { db, mail, clock } = platform;
  return db.transaction<OutreachTables, SendProgress>(async (trx) => {
    const { after_id, queued, finished_at } = await trx
      .selectFrom('newsletter_issue')
      .select(['after_id', 'queued', 'finished_at'])
      .where('id', '=', issue.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (finished_at) return { queued, isFinished: true };
    const people = await consentingPeople(trx, 'newsletter', { after: after_id, limit: batch });
    const chosen = await sieve(trx, people, issue, clock.now());
    const fresh = await mail.sendAll(
      trx,
      chosen.map(({ address }) => issueMail(issue, address, platform.origin())),
    );
    const released = await releaseHeld(trx, platform);
    const isFinished = people.length < batch;
    const total = queued + fresh.size + (released.queued.get(issue.id) ?? 0);
    await trx
      .updateTable('newsletter_issue')
      .set({
        after_id: people.at(-1)?.id ?? after_id,
        queued: total,
        finished_at: isFinished ? clock.now() : null,
      })
      .where('id', '=', issue.id)
      .execute();
    return { queued: total, isFinished };
  });
}

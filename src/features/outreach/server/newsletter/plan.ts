import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Planned, plannedWords } from '#base/planned.ts';
import type { OutreachTables } from '../tables.ts';
import type { Issue, IssueFile } from './issue.ts';
import { keepFile } from './issue-texts.ts';
import { releaseHeld } from './readers.ts';
import { finishIssue, holdAddresses, start } from './send.ts';

type Planner = Pick<Platform, 'db' | 'mail' | 'clock' | 'origin'>;

/** Keeps an issue until its time comes. Planned again, its words and its time are replaced. */
export const planIssue = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  issue: IssueFile,
  planned: Planned,
): Promise<'planned' | 'replaced'> =>
  db.transaction(async (trx) => {
    await holdAddresses(trx);
    await keepFile(trx, issue, clock.now());
    return planIn(trx, clock, issue, planned);
  });

/** The same in a transaction that holds the addresses. */
export async function planIn(
  trx: AnyTransaction,
  clock: Clock,
  issue: Issue,
  { at, zone }: Planned,
): Promise<'planned' | 'replaced'> {
  if (at <= clock.now())
    throw new Problem(
      'bad_request',
      `${plannedWords({ at, zone })} has passed. Choose a later time, or send it now.`,
    );
  const sent = await tablesOf<OutreachTables>(trx)
    .selectFrom('newsletter_issue')
    .select('id')
    .where('id', '=', issue.id)
    .executeTakeFirst();
  if (sent)
    throw new Problem(
      'conflict',
      `The issue "${issue.id}" has been sent. A new issue needs its own name: another file name, or another "issue:" in its front matter.`,
    );
  const { rows } = await sql<{ isNew: boolean }>`
    insert into newsletter_plan (id, subject, summary, body, content_hash, topics, is_public, send_at, zone, planned_at)
    values (${issue.id}, ${issue.subject}, ${issue.summary}, ${asJsonb(issue.body)}, ${issue.contentHash},
      ${asJsonb(issue.topics)}, ${issue.isPublic}, ${at}, ${zone}, ${clock.now()})
    on conflict (id) do update set subject = excluded.subject, summary = excluded.summary, body = excluded.body,
      content_hash = excluded.content_hash, topics = excluded.topics, is_public = excluded.is_public,
      send_at = excluded.send_at, zone = excluded.zone, planned_at = excluded.planned_at
    returning xmax = 0 as "isNew"`.execute(trx);
  return rows[0]?.isNew ? 'planned' : 'replaced';
}

/** What is planned says something else from now on, at the same time. False: it isn't planned any more. */
export async function rewordPlan(trx: AnyTransaction, issue: Issue): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update newsletter_plan set subject = ${issue.subject}, summary = ${issue.summary}, body = ${asJsonb(issue.body)},
      content_hash = ${issue.contentHash}, topics = ${asJsonb(issue.topics)}, is_public = ${issue.isPublic}
    where id = ${issue.id}`.execute(trx);
  return numAffectedRows === 1n;
}

/** False: nothing of that name was planned. */
export async function takeBack({ db }: Pick<Platform, 'db'>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .tables<OutreachTables>()
    .deleteFrom('newsletter_plan')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const plannedIssues = ({ db }: Pick<Platform, 'db'>) =>
  db.tables<OutreachTables>().selectFrom('newsletter_plan').selectAll().orderBy('send_at').execute();

/**
 * What the running hub does about the newsletter: issues whose time has come are sent, those that stopped in the middle
 * go on, and what was held for those who want fewer is released. An issue leaves the plan in the step that makes it
 * one, so a clock that is put back, or another process, finds nothing to send again.
 */
export async function sendDue(platform: Planner): Promise<void> {
  const { db, clock, origin } = platform;
  for (let more = true; more;)
    more = await db.transaction<OutreachTables, boolean>(async (trx) => {
      await holdAddresses(trx);
      const due = await trx
        .selectFrom('newsletter_plan')
        .selectAll()
        .where('send_at', '<=', clock.now())
        .orderBy('send_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!due) return false;
      const { content_hash: contentHash, is_public: isPublic, send_at, ...rest } = due;
      await start(trx, platform, { ...rest, contentHash, isPublic }, send_at);
      return true;
    });

  const unfinished = await db
    .tables<OutreachTables>()
    .selectFrom('newsletter_issue')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('planned_for', 'is not', null)
    .orderBy('started_at')
    .execute();
  for (const { body, is_public, slug, ...issue } of unfinished)
    if (body)
      await finishIssue(platform, {
        ...issue,
        body,
        viewUrl: is_public && slug !== null ? `${origin()}/newsletter/${slug}` : null,
      });

  for (let isDone = false; !isDone;)
    isDone = await db.transaction(async (trx) => (await releaseHeld(trx, platform)).isDone);
}

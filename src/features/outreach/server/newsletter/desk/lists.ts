import { sql } from 'kysely';
import { withdrawnAfter } from '#features/consent/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { valuesOf, issueFields } from './issue-form.ts';

type Db = Pick<Platform, 'db'>['db'];

interface Open {
  id: string;
  subject: string;
  send_at: Date | null;
  zone: string | null;
  changed_at: Date | null;
  changed_by: string | null;
}

const mostOpen = 200;

const subjectIn = (text: string): string => valuesOf(issueFields([], text), text)['subject'] ?? '';

/** What is written and hasn't gone out: what goes out next first, then what was changed last. */
export async function openIssues(db: Db): Promise<Open[]> {
  const { rows } = await sql<Open & { text: string | null; planned: string | null }>`
    select coalesce(p.id, t.id) as id, p.subject as planned, t.text, p.send_at, p.zone, t.changed_at, t.changed_by
    from newsletter_plan p full join newsletter_text t on t.id = p.id
    where coalesce(p.id, t.id) not in (select id from newsletter_issue) and (p.id is not null or t.deleted_at is null)
    order by p.send_at nulls last, t.changed_at desc limit ${mostOpen}`.execute(db.tables());
  return rows.map(({ text, planned, ...row }) => ({
    ...row,
    subject: planned ?? (text === null ? '' : subjectIn(text)),
  }));
}

export async function deletedIssues(db: Db): Promise<{ id: string; subject: string; at: Date }[]> {
  const { rows } = await sql<{ id: string; text: string; at: Date }>`
    select id, text, deleted_at as at from newsletter_text t
    where deleted_at is not null and not exists (select from newsletter_plan p where p.id = t.id)
      and not exists (select from newsletter_issue i where i.id = t.id)
    order by deleted_at desc limit ${mostOpen}`.execute(db.tables());
  return rows.map(({ id, text, at }) => ({ id, subject: subjectIn(text), at }));
}

interface SentIssue {
  id: string;
  subject: string;
  started_at: Date;
  finished_at: Date | null;
  queued: number;
  clicks: number;
}

const atOnce = 50;

/** The newest first; `older` is where the next page begins. */
export async function sentIssues(
  db: Db,
  before: string,
): Promise<{ sent: (SentIssue & { left: number })[]; older: string | null }> {
  const [at = '', id = ''] = before.split(',');
  const { rows } = await sql<SentIssue>`
    select i.id, i.subject, i.started_at, i.finished_at, i.queued,
      coalesce((select sum(c.clicks) from newsletter_click c where c.issue_id = i.id), 0)::int as clicks
    from newsletter_issue i
    ${Number.isNaN(Date.parse(at)) ? sql`` : sql`where (i.started_at, i.id) < (${new Date(at)}::timestamptz, ${id})`}
    order by i.started_at desc, i.id desc limit ${atOnce + 1}`.execute(db.tables());
  const shown = rows.slice(0, atOnce);
  const last = rows.length > atOnce ? shown.at(-1) : undefined;
  const left = await withdrawnAfter(db.tables(), 'newsletter', lastGot(shown.map((row) => row.id)));
  return {
    sent: shown.map((row) => ({ ...row, left: left.get(row.id) ?? 0 })),
    older: last ? `${last.started_at.toISOString()},${last.id}` : null,
  };
}

/** Which of these issues each reader got last, and when. */
export const lastGot = (ids: readonly string[]) => sql`
  select address_key, sent_issue as what, sent_at as at from newsletter_reader where sent_issue = any(${ids})`;

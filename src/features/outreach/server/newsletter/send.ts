import { consentingPeople } from '#features/consent/server/public.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OutreachTables } from '../tables.ts';
import type { Issue } from './issue.ts';

export interface SendProgress {
  queued: number;
  isFinished: boolean;
}

const batch = 200;

export const issuePrefix = (id: string): string => `newsletter:${id}:`;

/**
 * Puts an issue into the outbox for every subscriber, a batch a transaction that also remembers how far it came:
 * killed anywhere it goes on from there, and two that run at once share the work. A handful of rows in memory.
 */
export async function sendIssue(
  platform: Pick<Platform, 'db' | 'mail' | 'clock'>,
  issue: Issue,
  tell: (progress: SendProgress) => void | Promise<void>,
): Promise<SendProgress> {
  await start(platform, issue);
  for (;;) {
    const progress = await nextBatch(platform, issue);
    await tell(progress);
    if (progress.isFinished) return progress;
  }
}

/** To the operator's own address: asked for at a terminal, so it needs nobody's consent and counts as no issue. */
export async function sendTest(
  { db, mail, clock }: Pick<Platform, 'db' | 'mail' | 'clock'>,
  issue: Issue,
  to: string,
): Promise<void> {
  const note = 'This is a test. Subscribers see the unsubscribe link here.';
  await db.transaction((trx) =>
    mail.send(trx, {
      to,
      kind: 'transactional',
      purpose: 'newsletter',
      why: 'operator',
      subject: `[Test] ${issue.subject}`,
      body: [...issue.body, { kind: 'small', text: note }],
      dedupeKey: `newsletter-test:${issue.contentHash}:${clock.now().toISOString()}`,
    }),
  );
}

async function start({ db, clock }: Pick<Platform, 'db' | 'clock'>, issue: Issue): Promise<void> {
  const tables = db.tables<OutreachTables>();
  await tables
    .insertInto('newsletter_issue')
    .values({
      id: issue.id,
      subject: issue.subject,
      content_hash: issue.contentHash,
      after_id: '',
      queued: 0,
      started_at: clock.now(),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const known = await tables
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
}

async function nextBatch(
  { db, mail, clock }: Pick<Platform, 'db' | 'mail' | 'clock'>,
  issue: Issue,
): Promise<SendProgress> {
  return db.transaction<OutreachTables, SendProgress>(async (trx) => {
    const { after_id, queued, finished_at } = await trx
      .selectFrom('newsletter_issue')
      .select(['after_id', 'queued', 'finished_at'])
      .where('id', '=', issue.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (finished_at) return { queued, isFinished: true };
    const people = await consentingPeople(trx, 'newsletter', { after: after_id, limit: batch });
    const fresh = await mail.sendAll(
      trx,
      people.map(({ address }) => ({
        to: address,
        kind: 'marketing',
        purpose: 'newsletter',
        why: 'agreed',
        subject: issue.subject,
        body: issue.body,
        dedupeKey: `${issuePrefix(issue.id)}${mailAddressKey(address)}`,
      })),
    );
    const isFinished = people.length < batch;
    await trx
      .updateTable('newsletter_issue')
      .set({
        after_id: people.at(-1)?.id ?? after_id,
        queued: queued + fresh.size,
        finished_at: isFinished ? clock.now() : null,
      })
      .where('id', '=', issue.id)
      .execute();
    return { queued: queued + fresh.size, isFinished };
  });
}

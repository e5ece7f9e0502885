import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { createConsent } from '#features/consent/server/public.ts';
import type { TestDatabase } from './database.ts';
import { origin, type OutreachHub } from './outreach-hub.ts';

/** Subscribers, what they press in their mail, and files with issues for them. */
export function newsletterHands(db: TestDatabase, hub: OutreachHub) {
  const consent = createConsent(hub.platform);
  return {
    async subscribe(...emails: string[]): Promise<void> {
      const given = { purpose: 'newsletter', consentText: 'yes', source: 'test' } as const;
      await db.transaction(async (trx) => {
        for (const email of emails) {
          await consent.give(trx, { email, ...given });
          await consent.confirm(trx, { email, purpose: 'newsletter' });
        }
      });
    },
    unsubscribe: (email: string) =>
      db.transaction((trx) => consent.withdraw(trx, { email, purpose: 'newsletter' })),
    /** The link to their preferences, as the next mail would carry it. */
    async link(email: string): Promise<string> {
      const { createSigner } = await import('#platform/server/signed.ts');
      const { rows } = await db.pool.query<{ id: string }>(
        'select id from consent_record where address = $1',
        [email],
      );
      return createSigner(hub.platform.secret, 'newsletter preferences').sign(rows[0]?.id ?? 'none');
    },
    async press(email: string, what: string, topics: string[] = []): Promise<Response> {
      const form = new URLSearchParams({ t: await this.link(email), do: what });
      for (const topic of topics) form.set(`topic-${topic}`, 'on');
      return hub.form('/api/newsletter/preferences', form);
    },
    async shown(token: string) {
      const response = await hub.get(`/api/newsletter/preferences?t=${encodeURIComponent(token)}`);
      return (await response.json()) as { reader: Record<string, unknown> | null };
    },
    async file(name: string, keys: string, body = 'Hello.\n'): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'hub-issue-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const path = join(folder, `${name}.md`);
      await writeFile(path, `---\n${keys}\n---\n${body}`);
      return path;
    },
    /** What arrived, or would have: address and issue. */
    async sent(): Promise<{ to: string; issue: string }[]> {
      const { rows } = await db.pool.query<{ to: string; key: string }>(
        `select payload->>'to' as to, dedupe_key as key from outbound_message
         where state in ('done', 'kept') and dedupe_key like 'newsletter:%' order by done_at, created_at`,
      );
      return rows.map(({ to, key }) => ({ to, issue: key.split(':')[1] ?? '' }));
    },
    page: (path: string) => hub.get(path.replace(origin, '')),
  };
}

export const emptyNewsletter = (db: TestDatabase) =>
  sql`truncate outbound_message, consent_record, suppression, newsletter_request, newsletter_issue, newsletter_plan,
    newsletter_reader, rate_limit cascade`.execute(db.tables());

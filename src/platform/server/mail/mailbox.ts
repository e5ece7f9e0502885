import type { Database } from '../database/database.ts';
import type { OutboxState, OutboxTables } from '../outbox/tables.ts';
import type { SiteStore } from '../site/site.ts';
import type { MailConsent } from './consent.ts';
import { renderMail } from './layout.ts';
import { mailChannel, type MailPayload } from './message.ts';
import { isMail } from './readable.ts';

export interface MailboxEntry {
  id: string;
  to: string;
  subject: string;
  purpose: string;
  kind: string;
  state: OutboxState;
  note: string | null;
  createdAt: string;
  /** The name of the file that goes along. */
  file: string | null;
}

export interface MailboxMail extends MailboxEntry {
  html: string;
  text: string;
}

export interface Mailbox {
  list(limit?: number): Promise<MailboxEntry[]>;
  read(id: string): Promise<MailboxMail | null>;
}

/** What would have been sent, for whoever develops or tries out this hub: only mounted while it isn't live. */
export function createMailbox({
  db,
  site,
  origin,
  consent,
}: {
  db: Database;
  site: Pick<SiteStore, 'words'>;
  origin(): string;
  consent: MailConsent;
}): Mailbox {
  const mails = () =>
    db
      .tables<OutboxTables>()
      .selectFrom('outbound_message')
      .select(['id', 'payload', 'state', 'note', 'created_at'])
      .where('channel', '=', mailChannel);

  return {
    async list(limit = 100) {
      const rows = await mails().orderBy('created_at', 'desc').orderBy('id').limit(limit).execute();
      return rows.flatMap((row) => (isMail(row.payload) ? [entry(row, row.payload)] : []));
    },

    async read(id) {
      const row = await mails().where('id', '=', id).executeTakeFirst();
      if (!row || !isMail(row.payload)) return null;
      const verdict = await consent.ask(row.payload);
      const { page: unsubscribeUrl, preferences: preferencesUrl } =
        (verdict.allowed ? verdict.unsubscribe : undefined) ?? {};
      const frame = {
        site: site.words(),
        origin: origin(),
        ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
        ...(preferencesUrl !== undefined && { preferencesUrl }),
      };
      return { ...entry(row, row.payload), ...renderMail(row.payload, frame) };
    },
  };
}

function entry(
  row: { id: string; state: OutboxState; note: string | null; created_at: Date },
  { to, subject, purpose, kind, file }: MailPayload,
): MailboxEntry {
  return {
    id: row.id,
    to,
    subject,
    purpose,
    kind,
    state: row.state,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    file: file?.name ?? null,
  };
}

import type { AnyTransaction } from '../database/database.ts';
import type { MailKind } from './message.ts';

export interface UnsubscribeLinks {
  /** A page for people: it asks before it acts. */
  page: string;
  /** For mail clients (RFC 8058): acts on POST. */
  oneClick: string;
  /** A page to choose what one gets, where there is such a choice. */
  preferences?: string;
}

export type MailVerdict =
  | { allowed: true; unsubscribe?: UnsubscribeLinks }
  | { allowed: false; reason: string };

/** What email needs to know about consent; the consent feature answers. */
export interface MailConsent {
  /** Checked right before delivery, because an email may have waited for days. */
  ask(mail: { to: string; kind: MailKind; purpose: string; dedupeKey?: string }): Promise<MailVerdict>;
  /** The receiving server says that the mailbox permanently doesn't exist. */
  bounced(to: string): Promise<void>;
}

/** A server took it and says later that nobody lives there, or that its reader calls it spam. */
export type Returned = (trx: AnyTransaction, address: string, why: 'bounced' | 'complained') => Promise<void>;

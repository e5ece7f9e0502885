import type { MailKind } from './message.ts';

export interface UnsubscribeLinks {
  /** A page for people: it asks before it acts. */
  page: string;
  /** For mail programs (RFC 8058): acts on POST. */
  oneClick: string;
}

export type MailVerdict =
  | { allowed: true; unsubscribe?: UnsubscribeLinks }
  | { allowed: false; reason: string };

/** What mail needs to know of consent: the consent feature answers. */
export interface MailConsent {
  /** Asked just before delivery: a mail may have waited for days. */
  ask(mail: { to: string; kind: MailKind; purpose: string; dedupeKey?: string }): Promise<MailVerdict>;
  /** The receiving server says for good that nobody lives there. */
  bounced(to: string): Promise<void>;
}

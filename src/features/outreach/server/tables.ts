import type { Generated } from 'kysely';
import type { IssueBlock } from '../rules/newsletter-contract.ts';
import type { ContactReason, HeldReason } from '../rules/contact.ts';
import type { Said } from '../rules/contract.ts';

export interface OutreachTables {
  newsletter_request: {
    id: string;
    address_key: string;
    address: string;
    mailed_at: Date;
  };
  newsletter_issue: {
    id: string;
    subject: string;
    content_hash: string;
    /** The last consent record that was dealt with. */
    after_id: string;
    queued: number;
    started_at: Date;
    finished_at: Date | null;
    /** Its address in the archive; null for those that were sent before there was one. */
    slug: string | null;
    summary: Generated<string>;
    body: IssueBlock[] | null;
    topics: Generated<string[]>;
    is_public: Generated<boolean>;
    /** When it was to be sent; null if it was sent by the command. */
    planned_for: Date | null;
  };
  /** An issue with a time: it waits here, and moves to the issues once the time has come. */
  newsletter_plan: {
    id: string;
    subject: string;
    summary: string;
    body: IssueBlock[];
    content_hash: string;
    topics: string[];
    is_public: boolean;
    send_at: Date;
    /** As it was written, to say the time in the operator's own words. */
    zone: string;
    planned_at: Date;
  };
  /** What an issue says, as Markdown: the only copy of one that is still being written. */
  newsletter_text: {
    id: string;
    text: string;
    made_at: Date;
    changed_at: Date;
    /** The operator's name; null for a file that was given to the command. */
    changed_by: string | null;
    deleted_at: Date | null;
  };
  newsletter_click: {
    issue_id: string;
    /** Which link of the issue, in the order of its text. */
    link: number;
    clicks: number;
  };
  /** What a subscriber chose, and what they got last. Subscribers without a row chose nothing. */
  newsletter_reader: {
    address_key: string;
    topics: Generated<string[]>;
    paused_until: Date | null;
    is_fewer: Generated<boolean>;
    /** For those who want fewer: the newest issue that waits until their month is over. */
    held_issue: string | null;
    /** What went into the outbox for them when it was released. */
    queued_key: Generated<string | null>;
    sent_issue: string | null;
    sent_at: Date | null;
  };
  contact_message: {
    id: string;
    address_key: string;
    address: string;
    name: string;
    reason: ContactReason;
    message: string;
    text_hash: string;
    held: HeldReason | null;
    received_at: Date;
    conversation: Said[] | null;
    /** The member who wrote it, if it came from their own proven address. */
    uid: string | null;
    /** Since then it needs no answer; what was written later does. */
    settled_at: Date | null;
  };
  contact_reply: {
    id: string;
    message_id: string;
    author: 'operator' | 'visitor';
    text: string;
    written_at: Date;
  };
  contact_receipt: {
    address_key: string;
    mailed_at: Date;
  };
}

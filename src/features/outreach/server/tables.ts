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

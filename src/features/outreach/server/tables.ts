import type { ContactReason, HeldReason } from '../rules/contact.ts';

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
  };
  contact_receipt: {
    address_key: string;
    mailed_at: Date;
  };
}

import type { ColumnType, Generated } from 'kysely';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import type { SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import type { AgreementState, PersonState, Role, SignatureInput } from '../rules/contract.ts';
import type { EventKind } from '../rules/events.ts';
import type { DueKind } from '#features/documents/rules/template/template.ts';

/** Written as JSON text, read as what it says. */
type Json<T> = ColumnType<T, string, string>;

interface Part {
  owner_id: string;
  agreement_id: string;
}

export interface AgreementRow {
  owner_id: string;
  id: string;
  key: string;
  title: string;
  message: string;
  state: AgreementState;
  version: number;
  slug: string | null;
  answers: Json<Record<string, unknown> | null>;
  template: string | null;
  follows: string | null;
  options: Json<SheetOptions>;
  /** Whose name the emails carry, as it was when it was sent. */
  sender: Json<{ name: string; company: string; email: string }>;
  forwarding: boolean;
  reminders: boolean;
  sent_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  sealed_sha256: string | null;
  last_seq: number;
  last_hash: string;
  /** Up to which event the sender has seen it. */
  read_seq: number;
  bytes: number;
  /** Up to which day dates that come again are worked out; null: nothing is. */
  due_until: Generated<string | null>;
  due_reminders: Generated<boolean>;
  /** The open link that somebody came by. */
  open_id: string | null;
}

/** A link that anybody can sign by, with the text as it was printed. */
export interface OpenRow extends Pick<
  AgreementRow,
  | 'owner_id'
  | 'id'
  | 'key'
  | 'title'
  | 'message'
  | 'slug'
  | 'answers'
  | 'template'
  | 'options'
  | 'sender'
  | 'bytes'
> {
  doc: Json<Doc>;
  pdf: Buffer;
  pages: number;
  party: number | null;
  signs_too: boolean;
  own_party: number | null;
  most: number;
  /** Signatures whose agreement has been deleted: they count. */
  gone: number;
  made_at: Date;
  ends_at: Date;
  closed_at: Date | null;
}

export interface PersonRow extends Part {
  n: number;
  name: string;
  email: string;
  email_key: string;
  role: Role;
  turn: number;
  party: number | null;
  state: PersonState;
  at: Date | null;
  reason: string;
  signed_name: string | null;
  signature: Json<SignatureInput | null>;
  /** What they put beside the clauses that ask for it. */
  initials: Generated<string | null>;
  /** How it was shown that the address is theirs. */
  proof: 'code by email' | 'signed in' | null;
  network: string | null;
  /** Counts the links that no longer work: a changed address gets one of its own. */
  rev: number;
  seen_version: number;
  asked_at: Date | null;
  reminded: number;
  code_hash: string | null;
  code_at: Date | null;
  code_tries: number;
}

export interface EventRow extends Part {
  seq: number;
  at: Date;
  kind: EventKind;
  person: number | null;
  data: Json<Record<string, string>>;
  hash: string;
}

export interface CommentRow extends Part {
  id: string;
  key: string;
  version: number;
  place: string;
  quote: string;
  person: number | null;
  author: string;
  text: string;
  words: string | null;
  /** The question that another answer is proposed to, and how it was read. */
  field: string | null;
  label: string | null;
  outcome: 'taken' | 'refused' | 'done' | null;
  at: Date;
}

export interface DueRow extends Part {
  id: string;
  kind: DueKind;
  /** As the text has it; what the sender says instead lies beside it. */
  day: string;
  words: string;
  is_own: boolean;
  own_day: string | null;
  own_words: string | null;
  is_gone: boolean;
  /** The day from which its sender is to be reminded; null: they have been, or it is over. */
  remind_on: string | null;
  /** The day after a payment, on which it is told to be late; null where it isn’t, or was told. */
  late_on: string | null;
  rev: number;
}

export interface AgreementTables {
  agreement: AgreementRow;
  agreement_version: Part & {
    version: number;
    doc: Json<Doc>;
    pages: number;
    sha256: string;
    words: string;
    at: Date;
  };
  agreement_open: OpenRow;
  agreement_file: Part & { sha256: string; bytes: Buffer };
  agreement_person: PersonRow;
  agreement_event: EventRow;
  agreement_comment: CommentRow;
  agreement_due: DueRow;
  /** Of a member, for the next document. */
  /** Of agreements that were deleted within a day of being sent: so many people had been asked. */
  agreement_deleted: { owner_id: string; agreement_id: string; at: Date; people: number; documents: number };
  agreement_signature: { owner_id: string; signature: Json<SignatureInput>; at: Date };
}

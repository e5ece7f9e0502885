import type { ColumnType, Generated } from 'kysely';
import type { Side } from '#base/split-test.ts';
import type { Segment, SequenceBody } from '../rules/contract.ts';
import type { EndReason } from '../rules/split.ts';

type Json<T> = ColumnType<T, string, string>;

export interface ContactRow {
  owner_id: string;
  id: string;
  email_key: string;
  email: string;
  name: string;
  /** E.164; '' where nobody has told it. */
  phone: string;
  /** '' where nobody has told it. */
  time_zone: string;
  fields: Record<string, string>;
  tags: string[];
  /** Where this address first came from, in words. */
  source: string;
  created_at: Date;
  bought_at: Date | null;
  orders: number;
}

export interface SequenceRow {
  owner_id: string;
  id: string;
  name: string;
  /** The trigger's kind, so that what happens finds its sequences by index. */
  trigger_on: string;
  body: Omit<SequenceBody, 'isOn'>;
  on_since: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface RunRow {
  owner_id: string;
  id: string;
  sequence_id: string;
  contact_id: string;
  /** What started it: the same cause starts it once. */
  cause: string;
  /** How many sequences lead here by their tags: a ring of them ends. */
  depth: number;
  state: 'waiting' | 'finished' | 'stopped';
  /** What is to be done at `due_at`. */
  step_id: string | null;
  due_at: Date;
  held_out: boolean;
  started_at: Date;
  ended_at: Date | null;
  reason: string;
}

export interface MessageRow {
  owner_id: string;
  run_id: string;
  step_id: string;
  sequence_id: string;
  contact_id: string;
  channel: 'mail' | 'text';
  subject: string;
  state: 'handed' | 'sent' | 'not sent';
  reason: string;
  at: Date;
  clicked_at: Date | null;
  token_hash: string | null;
  /** Where its links lead, in the order in which they stand. */
  links: string[];
  /** Which of two wordings it was, and of which test; null where there was none to choose. */
  wording: Side | null;
  split_version: number | null;
}

export interface SplitRow {
  owner_id: string;
  sequence_id: string;
  step_id: string;
  /** Of the sequence, by which it began: no two tests of a step share it. */
  version: number;
  /** A digest of both wordings and their share. */
  about: string;
  started_at: Date;
  ended_at: Date | null;
  winner: Side | null;
  why: EndReason | null;
}

export interface FollowupTables {
  contact: Omit<ContactRow, 'fields' | 'phone'> & {
    fields: Json<ContactRow['fields']>;
    phone: Generated<string>;
  };
  followup_sequence: Omit<SequenceRow, 'body'> & { body: Json<SequenceRow['body']> };
  followup_version: {
    owner_id: string;
    sequence_id: string;
    version: number;
    at: Date;
    body: Json<SequenceRow['body']>;
  };
  followup_run: RunRow;
  followup_message: Omit<MessageRow, 'links' | 'channel'> & {
    links: Json<string[]>;
    channel: Generated<MessageRow['channel']>;
  };
  followup_split: SplitRow;
  followup_segment: { owner_id: string; id: string; name: string; body: Json<Segment>; created_at: Date };
  followup_order: {
    owner_id: string;
    order_id: string;
    contact_id: string;
    cents: number;
    /** Given back since. What the order was stays as it was: a test of two wordings counts by it. */
    refunded_cents: Generated<number>;
    currency: string;
    at: Date;
  };
  followup_history: { owner_id: string; contact_id: string; at: Date; kind: string; words: string };
}

export const dedupeKeyOf = (ownerId: string, runId: string, stepId: string): string =>
  `followup:${ownerId}:${runId}:${stepId}`;

/**
 * Who waits in a sequence that is off is due so many hours later, and so many sooner once it is on again: no search for what
 * is due has to pass by them.
 */
export const parkedHours = 8_760_000;

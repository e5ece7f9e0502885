import type { Generated, JSONColumnType, Transaction } from 'kysely';
import type { Right } from '../rules/operators.ts';

export interface DeskTables {
  desk_operator: {
    id: string;
    name: string;
    rights: Right[];
    created_at: Date;
    revoked_at: Date | null;
  };
  desk_invitation: {
    hash: string;
    /** Of an operator who gets another passkey. */
    operator_id: string | null;
    name: string;
    rights: Right[];
    made_by: string;
    /** The operator who made it; null at the machine itself. */
    made_by_id: string | null;
    created_at: Date;
    expires_at: Date;
  };
  desk_passkey: {
    id: string;
    operator_id: string;
    name: string;
    public_key: string;
    counter: number;
    created_at: Date;
    used_at: Date | null;
  };
  desk_session: {
    hash: string;
    id: string;
    operator_id: string;
    device: string;
    /** The passkey that opened it; of older sessions nobody knows. */
    passkey_id: string | null;
    network: string | null;
    created_at: Date;
    used_at: Date;
  };
  desk_summary: {
    operator_id: string;
    /** Proven by a code. */
    email: string | null;
    /** The code for it was mailed. */
    pending_email: string | null;
    code_hash: string | null;
    code_at: Date | null;
    code_tries: Generated<number>;
    cadence: Generated<'daily' | 'weekly' | 'never'>;
    /** As in dates: 0 is Sunday. */
    weekday: Generated<number>;
    hour: Generated<number>;
    zone: Generated<string>;
    skips_empty: Generated<boolean>;
    /** Until when the last one told. */
    last_at: Date | null;
    next_at: Date | null;
  };
  desk_push: {
    id: string;
    operator_id: string;
    endpoint: string;
    endpoint_hash: string;
    p256dh: string;
    auth: string;
    /** The hub's public key that the browser was given. */
    vapid: string;
    device: string;
    created_at: Date;
  };
  desk_notice: {
    operator_id: string;
    sales: Generated<boolean>;
    problems: Generated<boolean>;
    /** What needed somebody at the last look. */
    known: Generated<string[]>;
    told_until: Date;
    sent_at: Date | null;
  };
  desk_api_key: {
    id: string;
    operator_id: string;
    name: string;
    hash: string;
    rights: Right[];
    created_at: Date;
    ends_at: Date;
    used_at: Date | null;
  };
  desk_api_call: {
    key_id: string;
    idem: string;
    /** Of what was asked. */
    print: string;
    at: Date;
    /** Null while it is done. */
    status: number | null;
    answer: unknown;
  };
  desk_ticket: { hash: string; about: string; expires_at: Date };
  desk_record: {
    id: Generated<number>;
    at: Date;
    operator_id: string;
    operator: string;
    act: string;
    subject: string;
    outcome: string;
    before: JSONColumnType<Record<string, unknown>> | null;
    after: JSONColumnType<Record<string, unknown>> | null;
  };
}

export type DeskTransaction = Transaction<DeskTables>;

import { sql, type RawBuilder } from 'kysely';

export type OutboxState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled' | 'kept';

export interface OutboxRow {
  id: string;
  channel: string;
  dedupe_key: string;
  payload: unknown;
  state: OutboxState;
  due_at: Date;
  is_bulk: boolean;
  attempts: number;
  lease_until: Date | null;
  /** The lease under which it surely has not left. */
  not_left: Date | null;
  last_error: string | null;
  note: string | null;
  created_at: Date;
  done_at: Date | null;
}

export interface OutboxTables {
  outbound_message: OutboxRow;
}

/** The channel every process listens to; the payload is the outbox channel with something new. */
export const outboxTopic = 'outbox';

/** PostgreSQL's jsonb accepts neither NUL nor lone surrogates; pasted text must not roll back an order. */
export const jsonbText = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  );

export const asJsonb = (value: unknown): RawBuilder<unknown> => sql`${jsonbText(value)}::jsonb`;

/** Replaces the payload of a message whose person was erased. */
export const erasedPayload = { erased: true };

export const isErased = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'erased' in payload && payload.erased === true;

import type { OutboxState } from '../outbox/tables.ts';
import type { MailBlock, MailPayload } from './message.ts';

// Erasing a person keeps the row and empties it.
export const isMail = (payload: unknown): payload is MailPayload =>
  typeof payload === 'object' && payload !== null && 'body' in payload;

/**
 * Why nobody at the desk reads this email, in words, or null. A code or link in it would make whoever reads it the one
 * whom it is for; and what a member writes to their people is between those two.
 */
export function whyHidden({ purpose, sender }: Pick<MailPayload, 'purpose' | 'sender'>): string | null {
  if (purpose === 'account') return 'Account: a code or link, for its receiver alone';
  if (purpose === 'agreement') return 'Agreement: between those who sign';
  if (purpose === 'desk') return 'Of this desk: for one operator alone';
  if (sender || purpose.startsWith('member:') || purpose === 'leads') return 'Written by a member';
  return null;
}

/** The same words without what opens something: links of this hub lead nowhere, keys and codes are dots. */
export function withoutKeys(body: readonly MailBlock[], origin: string): MailBlock[] {
  const start = `${origin}/`;
  const one = (text: string): string => {
    const parts = text.split(start);
    return parts
      .map((part, at) => (at === 0 ? part : `${start}…${part.replace(/^[^\s"'<>)]*/, '')}`))
      .join('');
  };
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return one(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner)]));
  };
  return body.map((block) =>
    block.kind === 'code'
      ? { kind: 'code', text: '••••••••' }
      : block.kind === 'coupon'
        ? { ...block, code: '••••••••' }
        : (deep(block) as MailBlock),
  );
}

export interface SentRow {
  id: string;
  payload: unknown;
  state: OutboxState;
  note: string | null;
  last_error: string | null;
}

/** It was on its way when the connection broke: nobody knows. */
export const isUnknown = ({ note, last_error }: Pick<SentRow, 'note' | 'last_error'>): boolean =>
  [note, last_error].some((words) => words?.startsWith('unknown') === true);

/** Why an email isn't sent again by hand, in words, or null. */
export function whyNotAgain(row: SentRow): string | null {
  const { payload, state } = row;
  if (!isMail(payload)) return 'Its person was erased, and its words with them.';
  if (state === 'waiting' || state === 'sending') return 'It hasn’t gone out yet.';
  if (state === 'cancelled') return 'It was held back. What held it back counts for the next one, too.';
  if (['account', 'agreement', 'desk'].includes(payload.purpose))
    return 'Its code or link is for one moment. Whoever needs another asks for it themselves.';
  if (whyHidden(payload) !== null) return 'A member wrote it, and sends it again or not.';
  if (payload.kind === 'marketing' && state !== 'failed')
    return 'It went out, and what is for many goes to each once.';
  if (payload.kind === 'marketing' && isUnknown(row))
    return 'It may have arrived, and what is for many goes to each once.';
  return null;
}

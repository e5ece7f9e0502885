import { cents as asCents, formatMoney } from '#base/money.ts';
import type { DeskEvent } from '#platform/server/desk.ts';
import type { Move } from '../moves.ts';

export const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

const stateWords: Record<Move['state'], string> = {
  pending: 'held back by PayPal',
  paid: 'taken',
  declined: 'declined',
  mismatch: 'taken, but not as asked: look at it',
  duplicate: 'came a second time and goes back',
  asked: 'asked for, not confirmed yet',
  done: 'sent back',
  failed: 'declined by PayPal',
};

/** A movement of money as a line of what happened. */
export const eventOf = ({ at, is, cents, state, providerId, by }: Move): DeskEvent => ({
  at,
  words: `${is === 'capture' ? 'Payment' : 'Refund'} of ${formatMoney(asCents(cents))} ${stateWords[state]}`,
  ...(by !== null && { note: `by ${by}` }),
  ...(by === null && providerId !== null && { note: `PayPal ${providerId}` }),
  ...(['failed', 'mismatch', 'duplicate', 'declined'].includes(state) && { tone: 'danger' as const }),
});

import { cents as asCents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { Unanswered } from '#platform/server/desk.ts';

const money = (amount: number): string => formatMoney(asCents(amount));

/** Asked for and not answered: it is written down under an id of its own, and asked for again until it is. */
export const unansweredRefund = (cents: number): Unanswered =>
  new Unanswered(
    `PayPal hasn’t confirmed the refund of ${money(cents)}. The refund is recorded and will be retried automatically.`,
    { after: { refund: money(cents), state: 'recorded, to be retried' } },
  );

/** Another one was under way: which, and what has become of it just now. */
export function openRefund(
  { cents, at, by }: { cents: number; at: Date; by: string | null },
  state: 'asked' | 'done' | 'failed',
): Problem {
  const asked = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC${by === null ? '' : ` by ${by}`}`;
  const end = {
    asked: 'is still waiting for PayPal and is retried automatically. Ask again once it has gone through.',
    done: 'has gone through now. Ask again if more should be refunded.',
    failed: 'was declined by PayPal. Ask again if it should be refunded.',
  }[state];
  return new Problem(
    'conflict',
    `Nothing was refunded by this. A refund of ${money(cents)}, asked for at ${asked}, ${end}`,
  );
}

import type { Figure } from '../kit.ts';
import { type Plan, testsHold } from './kit.ts';

const year = 'src/features/billing/rules/year.test.ts';
const orders = 'src/features/store/server/orders/orders.test.ts';
const capture = 'src/features/payments/server/capture.test.ts';
const notices = 'src/features/payments/server/notices.test.ts';

/** Crowds at the last item, answers that never arrive, notices that come a thousand times or from nobody. */
export function torture({ isShort }: Plan): Figure[] {
  const rounds = isShort ? 5 : 100;
  const checkouts = isShort ? 100 : 1000;
  const subscriptions = isShort ? 1000 : 10_000;
  return [
    testsHold(
      `50 buyers of one last coupon, ${rounds} rounds: bought, and losers charged`,
      '1 each, 0',
      [orders, '-t', '50 buyers of one last coupon'],
      { TORTURE_ROUNDS: rounds },
    ),
    testsHold(
      `${checkouts} checkouts, every second answer of the provider lost: orders and captures`,
      `${checkouts}, ${checkouts}`,
      [capture, '-t', 'loses every second answer'],
      { TORTURE_CHECKOUTS: checkouts },
    ),
    testsHold('1,000 replays of a notice, 100 at a time, shuffled: payments recorded', '1', [
      notices,
      '-t',
      '1,000 replays',
    ]),
    testsHold(
      `a year of ${subscriptions} subscriptions: invoices that differ from an independent ledger`,
      '0',
      [year, '-t', 'independent ledger'],
      { SUBSCRIPTIONS: subscriptions },
    ),
    testsHold('200 forged notices: believed, and certificates fetched elsewhere', '0, 0', [
      notices,
      '-t',
      '200 forged',
    ]),
  ];
}

import { formatMoney } from '#base/money.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import type { BillAnswer } from '../../rules/order-contract.ts';
import type { Purchase } from './use-purchase.ts';

/** What a buyer must know about the cart before paying it: other prices, things gone, things they have. */
export function CartNotices({
  bill,
  takeOut,
  accept,
}: { bill: BillAnswer | null } & Pick<Purchase, 'takeOut' | 'accept'>) {
  const changed = bill?.quote.lines.filter(({ state }) => state === 'changed') ?? [];
  const gone = bill?.quote.lines.filter(({ state }) => state === 'gone') ?? [];
  return (
    <>
      {changed.length > 0 && (
        <Notice
          kind="warn"
          title={changed.length === 1 ? 'A price has changed' : 'Prices have changed'}
          actions={
            <Button size="tool" onClick={() => accept(changed)}>
              Continue with the new {changed.length === 1 ? 'price' : 'prices'}
            </Button>
          }
        >
          {changed.map(({ id, title, seenCents, unitCents }) => (
            <p key={id}>
              {title}: {formatMoney(seenCents ?? unitCents)} then, {formatMoney(unitCents)} now
            </p>
          ))}
        </Notice>
      )}
      {gone.length > 0 && (
        <Notice
          kind="warn"
          title="Something is no longer sold"
          actions={
            <Button size="tool" onClick={() => takeOut(gone.map(({ id }) => id))}>
              Remove
            </Button>
          }
        >
          {gone.map(({ id, title }) => title ?? id).join(', ')} is not in the total.
        </Notice>
      )}
      {bill && bill.alreadyBought.length > 0 && (
        <Notice title="You already own this">
          {bill.alreadyBought.join(', ')}: your files are in <Link href="/my-purchases">My purchases</Link>.
          Buying again only adds another license.
        </Notice>
      )}
    </>
  );
}

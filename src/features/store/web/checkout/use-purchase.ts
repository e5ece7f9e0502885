import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { type CartLine, cartLines } from '../../rules/cart-lines.ts';
import { type Direct, directPath, readDirect } from '../../rules/direct.ts';
import { isProductId } from '../../rules/product.ts';
import { cartEdits } from '../cart-edits.ts';
import { useCart } from '../cart.ts';

/** What is paid here: the cart, or what the address names past it. */
export interface Purchase {
  lines: CartLine[];
  direct: Direct | null;
  takeOut(ids: string[]): void;
  /** The buyer was shown the new prices and goes on with them. */
  accept(prices: { id: string; unitCents: number }[]): void;
}

export function usePurchase(here: string): Purchase {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const inCart = cartLines(useCart()).filter(({ id }) => isProductId(id));
  const direct = readDirect(search);
  if (!direct)
    return {
      lines: inCart,
      direct,
      takeOut: (gone) => gone.forEach((id) => cartEdits.remove(id)),
      accept: cartEdits.accept,
    };
  const goTo = (next: Direct) => navigate(directPath(here, next), { replace: true });
  return {
    lines: direct.ids.map((id) => ({
      id,
      quantity: 1,
      known: { title: id, ...(direct.seenCents !== null && { seenCents: direct.seenCents }) },
    })),
    direct,
    takeOut: (gone) => void goTo({ ...direct, ids: direct.ids.filter((id) => !gone.includes(id)) }),
    accept: ([price]) => void goTo({ ...direct, seenCents: price?.unitCents ?? null }),
  };
}

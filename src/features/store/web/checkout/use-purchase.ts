import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { type CartLine, cartLines } from '../../rules/cart.ts';
import { type Direct, directPath, readDirect } from '../../rules/direct.ts';
import { isProductId } from '../../rules/product.ts';
import { cartEdits } from '../cart-edits.ts';
import { useCart } from '../cart.ts';

/** What is paid here: the cart, or what the address names past it. */
export interface Purchase {
  lines: CartLine[];
  direct: Direct | null;
  takeOut(ids: string[]): void;
}

export function usePurchase(here: string): Purchase {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const inCart = cartLines(useCart()).filter(({ id }) => isProductId(id));
  const direct = readDirect(search);
  if (!direct)
    return { lines: inCart, direct, takeOut: (gone) => gone.forEach((id) => cartEdits.remove(id)) };
  return {
    lines: direct.ids.map((id) => ({ id, quantity: 1, known: { title: id } })),
    direct,
    takeOut(gone) {
      const ids = direct.ids.filter((id) => !gone.includes(id));
      navigate(directPath(here, { ...direct, ids }), { replace: true });
    },
  };
}

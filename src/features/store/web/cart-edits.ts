import { removeFromCart } from '../rules/cart.ts';
import {
  putBack,
  setQuantity,
  type TakenOut,
  takenOut,
  withLines,
  withSeenPrice,
} from '../rules/cart-lines.ts';
import { cart, changeCart } from './cart.ts';

/** What only the cart's own page does; every other page carries no byte of it. */
export const cartEdits = {
  /** Returns what was taken, for `putBack`. */
  remove(id: string): TakenOut[] {
    const taken = takenOut(cart.items(), id);
    // Another program may have stored a number where we store text.
    changeCart((items) => taken.reduce((rest, { item }) => removeFromCart(rest, item.id), items));
    return taken;
  },
  clear(): TakenOut[] {
    const taken = cart.items().map((item, at) => ({ at, item }));
    cart.clear();
    return taken;
  },
  putBack: (taken: TakenOut[]) => changeCart((items) => putBack(items, taken)),
  bringBack: (lines: Parameters<typeof withLines>[1]) => changeCart((items) => withLines(items, lines)),
  setQuantity: (id: string, quantity: number) => changeCart((items) => setQuantity(items, id, quantity)),
  /** The buyer was shown the new prices and goes on with them. */
  accept: (prices: { id: string; unitCents: number }[]) =>
    changeCart((items) =>
      prices.reduce((all, { id, unitCents }) => withSeenPrice(all, id, unitCents), items),
    ),
};

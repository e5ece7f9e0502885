import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import {
  addToCart,
  cartKey,
  type CartItem,
  clearCart,
  type KnownProduct,
  putBack,
  readCart,
  removeFromCart,
  setQuantity,
  type TakenOut,
  takenOut,
  withSeenPrice,
} from '../rules/cart.ts';

const listeners = new Set<() => void>();
const none: CartItem[] = [];
let current: CartItem[] | null = null;

function load(): CartItem[] {
  return (current ??= readCart(readStored(cartKey)));
}

function save(next: CartItem[]): void {
  current = next;
  writeStored(cartKey, JSON.stringify(next));
  for (const listener of listeners) listener();
}

/** The browser's cart: every change is stored at once, and other tabs see it. */
export const cart = {
  items: load,
  add: (item: CartItem & Partial<KnownProduct>) => save(addToCart(load(), item)),
  /** Returns what was taken, for `putBack`. */
  remove(id: CartItem['id']): TakenOut[] {
    const taken = takenOut(load(), String(id));
    // Another program may have stored a number where we store text.
    save(taken.reduce((cart, { item }) => removeFromCart(cart, item.id), load()));
    return taken;
  },
  clear(): TakenOut[] {
    const taken = load().map((item, at) => ({ at, item }));
    save(clearCart());
    return taken;
  },
  putBack: (taken: TakenOut[]) => save(putBack(load(), taken)),
  setQuantity: (id: string, quantity: number) => save(setQuantity(load(), id, quantity)),
  /** The buyer was shown the new prices and goes on with them. */
  accept(prices: { id: string; unitCents: number }[]) {
    save(prices.reduce<CartItem[]>((items, { id, unitCents }) => withSeenPrice(items, id, unitCents), load()));
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stopListening = onStoredElsewhere(cartKey, () => {
    current = null;
    for (const each of listeners) each();
  });
  return () => {
    listeners.delete(listener);
    stopListening();
  };
}

/** Empty on the server and in the first paint: the cart lives in the browser. */
export const useCart = (): CartItem[] => useSyncExternalStore(subscribe, load, () => none);

import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import { addToCart, cartKey, type CartItem, clearCart, readCart, removeFromCart } from '../rules/cart.ts';

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
  add: (item: CartItem) => save(addToCart(load(), item)),
  remove: (id: CartItem['id']) => save(removeFromCart(load(), id)),
  clear: () => save(clearCart()),
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

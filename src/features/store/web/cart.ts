import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import {
  addToCart,
  cartKey,
  type CartItem,
  clearCart,
  type KnownProduct,
  readCart,
  removeFromCart,
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

/** One change of the whole cart; how it changes is a rule. */
export const changeCart = (change: (items: CartItem[]) => CartItem[]): void => save(change(load()));

/** The browser's cart: every change is stored at once, and other tabs see it. */
export const cart = {
  items: load,
  add: (item: CartItem & Partial<KnownProduct>) => changeCart((items) => addToCart(items, item)),
  remove: (id: CartItem['id']) => changeCart((items) => removeFromCart(items, id)),
  clear: () => changeCart(clearCart),
};

/** Hears of every change, in this tab and in others; returns how to stop. */
export function onCartChange(listener: () => void): () => void {
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
export const useCart = (): CartItem[] => useSyncExternalStore(onCartChange, load, () => none);

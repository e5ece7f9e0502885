import { type AccountCopy, followRecord } from '#platform/web/account-record.ts';
import { api } from '#platform/web/api.ts';
import { cartAgreedKey, cartKey, type CartItem, readCart } from '../rules/cart.ts';
import { isSameCart, joinCarts } from '../rules/cart-join.ts';
import type { CartAnswer } from '../rules/order-contract.ts';
import { cart, changeCart, isCartKept, onCartChange } from './cart.ts';

const given = ({ items, version }: CartAnswer): AccountCopy<CartItem[]> => ({
  value: readCart(JSON.stringify(items)),
  version,
});

export const cartRecord = {
  key: cartKey,
  agreedKey: cartAgreedKey,
  read: cart.items,
  write: (items: CartItem[]) => changeCart(() => items),
  isKept: isCartKept,
  onChange: onCartChange,
  isBlank: (items: CartItem[]) => items.length === 0,
  isSame: isSameCart,
  trace: (items: CartItem[]) => items,
  merge: (here: CartItem[], there: CartItem[], base: unknown) => ({
    value: joinCarts(here, there, base === null ? null : readCart(JSON.stringify(base))),
  }),
  ask: async () => given(await api<CartAnswer>('/api/cart')),
  send: async (items: CartItem[], upon: number) =>
    given(await api<CartAnswer>('/api/cart', { method: 'PUT', body: { items, version: upon } })),
} as const;

/** For as long as this page lives: a member's cart follows them from device to device. */
export const startAccountCart = (): void => void followRecord(cartRecord);

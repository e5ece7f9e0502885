import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, cartCount, clearCart, readCart, removeFromCart } from './cart.ts';

test('[CART-1] starts from what is saved, and from empty when nothing or nothing readable is', () => {
  expect(readCart('[{"id":"a","quantity":2},{"id":"b"}]')).toEqual([{ id: 'a', quantity: 2 }, { id: 'b' }]);
  for (const stored of [null, '', '{', '{"id":"a"}', 'null', '7', '"cart"']) expect(readCart(stored)).toEqual([]);
});

test('[CART-1] an entry that is no item is left out, the others stay', () => {
  expect(readCart('[{"id":"a"},null,5,{"quantity":1},[],{"id":{}}]')).toEqual([{ id: 'a' }]);
});

test('[CART-2] adding the same id appends another item', () => {
  expect(addToCart([{ id: 'a' }], { id: 'a', quantity: 3 })).toEqual([{ id: 'a' }, { id: 'a', quantity: 3 }]);
});

test('[CART-2] remove deletes every item with that id, clear empties', () => {
  expect(removeFromCart([{ id: 'a' }, { id: 'b' }, { id: 'a', quantity: 2 }], 'a')).toEqual([{ id: 'b' }]);
  expect(clearCart()).toEqual([]);
});

test('[NAV-4] counts quantities, one for an item without', () => {
  expect(cartCount([{ id: 'a', quantity: 2 }, { id: 'b' }])).toBe(3);
  expect(cartCount([])).toBe(0);
});

test('the count is a whole number of at least the number of items, whatever is stored', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.string(), quantity: fc.oneof(fc.double(), fc.integer(), fc.constant(undefined)) })), (items) => {
      const cart = readCart(JSON.stringify(items));
      const count = cartCount(cart);
      expect(Number.isSafeInteger(count)).toBe(true);
      expect(count).toBeGreaterThanOrEqual(cart.length);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CartItem } from './cart.ts';
import { isSameCart, joinCarts } from './cart-join.ts';

const cart = (...ids: string[]): CartItem[] => ids.map((id) => ({ id }));

test('[CART-1] a guest’s cart and the account’s are one at the first sign-in, nothing lost or doubled', () => {
  const joined = joinCarts(cart('icons', 'pack'), [{ id: 'pack', quantity: 3 }, { id: 'gift' }], null);
  expect(joined).toEqual([{ id: 'icons' }, { id: 'pack', quantity: 3 }, { id: 'gift' }]);
  expect(joinCarts(joined, joined, null)).toEqual(joined);
  expect(joinCarts(joined, cart('gift'), null)).toEqual(joined);
});

test('[CART-2] what was removed or cleared on one device does not come back from the other', () => {
  expect(joinCarts(cart('pack'), cart('pack', 'icons'), cart('pack', 'icons'))).toEqual(cart('pack'));
  expect(joinCarts(cart('pack', 'icons'), [], cart('pack', 'icons'))).toEqual([]);
});

test('changes on both devices since they last agreed are both kept', () => {
  const base = cart('pack', 'icons');
  expect(joinCarts(cart('pack', 'gift'), cart('icons', 'pack', 'kit'), base)).toEqual(
    cart('pack', 'gift', 'kit'),
  );
  // One took it out, the other wanted more of it: a wish is not lost to a removal.
  expect(joinCarts([], [{ id: 'pack', quantity: 2 }], cart('pack'))).toEqual([{ id: 'pack', quantity: 2 }]);
});

test('the order in which an item’s parts are stored is no change', () => {
  const [here, there] = [
    { id: 'a', quantity: 1 },
    { quantity: 1, id: 'a' },
  ];
  expect(isSameCart([here], [there])).toBe(true);
});

const anyCart = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 1, max: 3 }) }),
);

test('joining again, in either tab, changes nothing and loses no product', () => {
  fc.assert(
    fc.property(anyCart, anyCart, (here, there) => {
      const once = joinCarts(here, there, null);
      expect(joinCarts(once, there, null)).toEqual(once);
      expect(joinCarts(here, once, null).length).toBe(once.length);
      expect(new Set(once.map(({ id }) => id))).toEqual(new Set([...here, ...there].map(({ id }) => id)));
    }),
  );
});

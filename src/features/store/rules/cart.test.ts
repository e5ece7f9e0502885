import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToCart, cartCount, type CartItem, clearCart, readCart, removeFromCart } from './cart.ts';
import { cartLines, putBack, setQuantity, takenOut, withLines, withSeenPrice } from './cart-lines.ts';

test('[CART-1] starts from what is saved, and from empty when nothing or nothing readable is', () => {
  expect(readCart('[{"id":"a","quantity":2},{"id":"b"}]')).toEqual([{ id: 'a', quantity: 2 }, { id: 'b' }]);
  for (const stored of [null, '', '{', '{"id":"a"}', 'null', '7', '"cart"'])
    expect(readCart(stored)).toEqual([]);
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
    fc.property(
      fc.array(
        fc.record({ id: fc.string(), quantity: fc.oneof(fc.double(), fc.integer(), fc.constant(undefined)) }),
      ),
      (items) => {
        const cart = readCart(JSON.stringify(items));
        const count = cartCount(cart);
        expect(Number.isSafeInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(cart.length);
      },
    ),
  );
});

test('items of one id are one line, in the order of first adding, with what the youngest knows', () => {
  const cart = readCart(
    '[{"id":"a","title":"Old","seenCents":900},{"id":"b"},{"id":"a","quantity":2,"title":"New","seenCents":1000,"image":"/store/images/x.png"}]',
  );
  expect(cartLines(cart)).toEqual([
    { id: 'a', quantity: 3, known: { title: 'New', seenCents: 1000, image: '/store/images/x.png' } },
    { id: 'b', quantity: 1, known: { title: 'b' } },
  ]);
});

test('what another program wrote beside an id is never believed further than it can be shown', () => {
  const cart = readCart(
    JSON.stringify([
      { id: 'a', quantity: 1e9, title: { toString: 1 }, seenCents: -5, image: 'javascript:alert(1)' },
      { id: 7, quantity: '3', title: ' ', seenCents: 1.5, image: '//evil.example/x.png' },
      { id: '__proto__', seenCents: 1e300, title: 'x'.repeat(1000) },
    ]),
  );
  expect(cartLines(cart)).toEqual([
    { id: 'a', quantity: 999, known: { title: 'a' } },
    { id: '7', quantity: 1, known: { title: '7' } },
    { id: '__proto__', quantity: 1, known: { title: 'x'.repeat(120) } },
  ]);
});

test('a quantity is set on one item in place of all of that id; what is no quantity is one', () => {
  const cart: CartItem[] = [{ id: 'a' }, { id: 'b' }, { id: 'a', quantity: 2 }];
  expect(setQuantity(cart, 'a', 5)).toEqual([{ id: 'a', quantity: 5 }, { id: 'b' }]);
  for (const wrong of [0, -1, Number.NaN, 0.5])
    expect(setQuantity(cart, 'a', wrong)[0]).toEqual({ id: 'a', quantity: 1 });
  expect(setQuantity(cart, 'a', 1e9)[0]).toEqual({ id: 'a', quantity: 999 });
  expect(setQuantity(cart, 'x', 2)).toEqual(cart);
});

test('removing and putting back leaves the cart as it was, whatever lay in it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c'), quantity: fc.integer({ min: 1, max: 5 }) })),
      fc.constantFrom('a', 'b', 'x'),
      (cart, id) => {
        expect(putBack(removeFromCart(cart, id), takenOut(cart, id))).toEqual(cart);
      },
    ),
  );
});

test('what was added between removing and undo stays', () => {
  const taken = takenOut([{ id: 'a' }, { id: 'b' }], 'b');
  expect(putBack([{ id: 'a' }, { id: 'c' }], taken)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
});

test('an accepted price is remembered on every item of its id', () => {
  expect(withSeenPrice([{ id: 'a' }, { id: 'b' }], 'a', 500)).toEqual([
    { id: 'a', seenCents: 500 },
    { id: 'b' },
  ]);
});

test('an order that came to nothing is in the cart again, once, however often it is brought back', () => {
  const lines = [
    { productId: 'pack', title: 'Pack', quantity: 2, unitCents: 1900 },
    { productId: 'icons', title: 'Icons', quantity: 1, unitCents: 500 },
  ];
  const once = withLines([{ id: 'other' }, { id: 'icons' }], lines);
  expect(cartLines(once).map(({ id, quantity }) => [id, quantity])).toEqual([
    ['other', 1],
    ['icons', 1],
    ['pack', 2],
  ]);
  expect(cartLines(once)[2]?.known).toEqual({ title: 'Pack', seenCents: 1900 });
  expect(withLines(once, lines)).toEqual(once);
});

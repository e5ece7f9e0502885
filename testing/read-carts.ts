import { cartLines } from '#features/recovery/rules/csv.ts';

/** A whole file of carts at once. */
export function readCarts(text: string, firstLine?: number) {
  const lines = [...cartLines(text, firstLine)];
  return {
    carts: lines.flatMap((line) => (line && 'cart' in line ? [line] : [])),
    faults: lines.flatMap((line) => (line && !('cart' in line) ? [line] : [])),
  };
}

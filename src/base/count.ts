/** "1 cart", "3 carts"; pass the plural if it takes more than an s. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

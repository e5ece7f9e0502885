/** "1 cart", "3 carts"; a noun that takes more than an s says its own plural. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** A storage of a browser: what is kept in it are its own properties, as in a real one. */
export function createStorage(isFull = () => false): Storage {
  const held: Record<string, string> = {};
  return Object.defineProperties(held, {
    getItem: { value: (key: string) => held[key] ?? null },
    setItem: {
      value(key: string, value: string) {
        if (isFull()) throw new DOMException('full', 'QuotaExceededError');
        held[key] = value;
      },
    },
    removeItem: { value: (key: string) => void delete held[key] },
  }) as unknown as Storage;
}

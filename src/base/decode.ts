/** What stands in an address in its own letters; null for half an escape, which strangers write and mails make. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

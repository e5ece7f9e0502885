/** A URL component, decoded; null for a truncated escape, which strangers write and email clients produce. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

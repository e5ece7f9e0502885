// Crockford's alphabet: no letters that look like digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Getting one random byte from the system costs the same as a thousand, so they are fetched in bulk; each is used
 * once.
 */
const chance = { bytes: new Uint8Array(4096), at: 4096 };

/** Random text that is safe in a URL, 5 bits per character. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    if (chance.at === chance.bytes.length) {
      crypto.getRandomValues(chance.bytes);
      chance.at = 0;
    }
    const byte = chance.bytes[chance.at] ?? 0;
    chance.bytes[chance.at++] = 0;
    text += alphabet[byte & 31];
  }
  return text;
}

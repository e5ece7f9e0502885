// Crockford's alphabet: no letters that are taken for digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Asking the system for chance costs the same for one byte as for a thousand; each byte is given out once. */
const chance = { bytes: new Uint8Array(4096), at: 4096 };

/** Random text that is safe in an address, 5 bits a character. */
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

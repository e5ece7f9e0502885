/** Numbers that can get text messages, in the one form in which networks know them (E.164): +436641234567. */

/** What people write between the digits. */
const between = /[\s().\-/\u00a0\u2010-\u2015]/g;

/**
 * A number as it was typed; null for what isn't one. Without its country code it could be anybody’s in two hundred countries,
 * so nothing is guessed; 00 is how half of them write the plus.
 */
export function parsePhone(typed: string): string | null {
  if (typed.length > 40) return null;
  const bare = typed
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    // A spreadsheet’s mark for “this is text, no formula”.
    .replace(/^'/, '')
    // “+44 (0)20 …”: the zero is for callers at home.
    .replace('(0)', '')
    .replace(between, '')
    .replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(bare) ? bare : null;
}

export const phoneWords = 'Write the number with its country code, such as +43 664 1234567.';

import { wellFormed } from './well-formed.ts';

/** A cell of a CSV file: quoted where it must be, and never a formula, whichever sign a spreadsheet separates by. */
export function csvCell(text: string): string {
  const safe = wellFormed(text).replace(/(?<=(?:^|[;\t\r\n])\s*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'$1");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

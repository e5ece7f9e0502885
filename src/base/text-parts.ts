/** How a text message is counted: networks carry it in parts, and each is paid for. */

// 3GPP TS 23.038: one septet each, and those that take two, an escape before them.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

export interface TextParts {
  /** The plain alphabet of phones; any other character makes the whole message dearer. */
  isPlain: boolean;
  /** In the units of that alphabet. */
  length: number;
  parts: number;
  /** What still fits into the last part. */
  left: number;
}

/** Of each alphabet: what one message holds, and what each part of a longer one does. */
const plain = { alone: 160, each: 153 };
const wide = { alone: 70, each: 67 };

export const mostParts = 4;

export function textParts(text: string): TextParts {
  const characters = [...text];
  const isPlain = characters.every((each) => basic.has(each) || extended.has(each));
  const units = characters.map((each) => (isPlain ? (extended.has(each) ? 2 : 1) : each.length));
  const length = units.reduce((sum, each) => sum + each, 0);
  const { alone, each } = isPlain ? plain : wide;
  if (length <= alone) return { isPlain, length, parts: length === 0 ? 0 : 1, left: alone - length };
  // No character is cut in two: what doesn’t fit whole begins the next part.
  let parts = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > each) {
      parts += 1;
      used = 0;
    }
    used += unit;
  }
  return { isPlain, length, parts, left: each - used };
}

/** The characters that make it dearer, each once. */
export const notPlain = (text: string): string[] => [
  ...new Set([...text].filter((each) => !basic.has(each) && !extended.has(each))),
];

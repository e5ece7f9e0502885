/** Lengths are UTF-16 units, as JavaScript counts them; bytes are the UTF-8 of the JSON. */
export const sizes = {
  contentCap: 500_000,
  contentHalf: 250_000,
  databaseThresholdBytes: 800_000,
  databaseLimitBytes: 1_048_576,
  localCutWithoutStorage: 400_000,
  localCutAfterRefusal: 300_000,
  emergencyCut: 100_000,
  localBytes: 3_145_728,
  localLargeBytes: 2_097_152,
  localLargeCount: 10,
  simpleLimit: 800_000,
  simpleCut: 400_000,
  /** What an upload may weigh: the cap in characters of three bytes, and the comment of the cut. */
  uploadBytes: 1_600_000,
  /** What the whole of a cut text may weigh in the account; a longer one stays on its device. */
  wholeBytes: 8_388_608,
} as const;

export const cacheSeconds = { content: 3600, logo: 86_400 } as const;
export const patience = { forceLoadMs: 5000, serverMs: 8000, saveMs: 30_000 } as const;
export const binDays = 30;

/** UTF-8 bytes of a text, without making them; a lone surrogate counts as the replacement it becomes. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

export const jsonBytes = (value: unknown): number => utf8Bytes(JSON.stringify(value) ?? '');

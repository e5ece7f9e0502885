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

const encoder = new TextEncoder();

/** UTF-8 bytes of a text; a lone surrogate counts as the replacement it becomes. */
export const utf8Bytes = (text: string): number => encoder.encode(text).byteLength;

export const jsonBytes = (value: unknown): number => utf8Bytes(JSON.stringify(value) ?? '');

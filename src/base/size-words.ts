/** "1.5 MB", "12 KB": how large a file is, for people; never nothing. */
export const sizeWords = (bytes: number): string =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;

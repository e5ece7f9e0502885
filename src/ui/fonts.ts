import sans from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url';
import serif from '@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2?url';

/** Addresses for <link rel="preload" as="font" type="font/woff2" crossorigin>; the serif only where a document shows. */
export const preloadFonts = { sans, serif };

import { loadChunk } from './chunks.ts';

/** A ZIP file that every system opens, created in the browser. */
export async function zip(files: { path: string; text: string }[], at: Date): Promise<Blob> {
  const { strToU8, zipSync } = await loadChunk(() => import('fflate'));
  const entries = withoutTwins(files).map(({ path, text }) => [path, strToU8(text)] as const);
  return new Blob([zipSync(Object.fromEntries(entries), { mtime: at })], { type: 'application/zip' });
}

function withoutTwins(files: { path: string; text: string }[]): { path: string; text: string }[] {
  const seen = new Set<string>();
  return files.map(({ path, text }) => {
    let name = path;
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = path.replace(/(\.[^./]*)?$/, ` (${n})$1`);
    seen.add(name.toLowerCase());
    return { path: name, text };
  });
}

/** Characters that file names can contain on every system. */
export const fileName = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what must not be in it
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .slice(0, 100) || 'untitled';

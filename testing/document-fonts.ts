import { readFileSync } from 'node:fs';

const kept: Record<string, string> = {
  arabic: 'NotoNaskhArabic',
  hebrew: 'NotoSerifHebrew',
  signs: 'HubSigns',
};
const read = new Map<string, ArrayBuffer>();

/** The letters of a PDF made in the browser, from the sources, each file read once. */
export async function fetchFont(writing: string, weight: string): Promise<ArrayBuffer> {
  const own = kept[writing];
  const path = own
    ? `content/fonts/${own}-${weight.startsWith('600') ? 'Bold' : 'Regular'}.ttf`
    : writing === 'emoji'
      ? 'content/fonts/NotoEmoji-Regular.woff'
      : /^[A-Z]+$/.test(writing)
        ? `content/fonts/HubSans${writing}-Regular.woff`
        : `node_modules/@fontsource/source-serif-4/files/source-serif-4-${writing}-${weight}.woff`;
  const bytes = read.get(path) ?? new Uint8Array(readFileSync(path)).buffer;
  read.set(path, bytes);
  return bytes;
}

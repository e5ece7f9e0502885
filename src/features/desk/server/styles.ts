import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ui = (name: string) => fileURLToPath(new URL(`../../../ui/${name}`, import.meta.url));
const built = (name: string) => fileURLToPath(new URL(`../../../../dist/desk/${name}`, import.meta.url));
const packages = createRequire(import.meta.url);

// The hub's styles without its bundler: browsers ignore the rules meant for the bundler.
const sheets = [
  'tokens',
  'fonts',
  'base',
  'controls',
  'fields',
  'objects',
  'tables',
  'ledger',
  'ledger-head',
];

export interface Styles {
  css: string;
  /** A font that the styles reference; null for any other name. */
  font(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The tokens and components of ui/ as one style sheet, with its fonts below `base`. */
export async function readStyles(base: string): Promise<Styles> {
  const faces = new Map<string, string>();
  const texts = await Promise.all(sheets.map((name) => readFile(ui(`${name}.css`), 'utf8')));
  const css = texts.join('\n').replaceAll(/url\('(@[^']+\/([^'/]+\.woff2))'\)/g, (_, file, name) => {
    faces.set(String(name), String(file));
    return `url('${base}/fonts/${String(name)}')`;
  });
  return {
    css,
    async font(name) {
      const file = faces.get(name);
      return file === undefined ? null : new Uint8Array(await readFile(packages.resolve(file)));
    },
  };
}

/** The desk's own scripts, which are no part of what visitors load. */
export async function readScript(name: 'desk.js' | 'sw.js'): Promise<string> {
  const file = built(name);
  return existsSync(file) ? await readFile(file, 'utf8') : '';
}

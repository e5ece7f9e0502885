import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { themes } from '../rules/contract.ts';
import { drawPage } from '../rules/render/page.ts';
import { themeTable, withTheme } from '../rules/render/themes.ts';
import { firstFiles, typeFiles, typePath } from '../rules/render/type.ts';
import { startFrom } from '../rules/start-from.ts';
import { starters } from '../rules/starters/index.ts';
import { fontFile } from './type-files.ts';

let made = 0;

test('a page and the type that it shows first weigh less than 40 KB, in every theme', () => {
  const sizeOf = (path: string) => readFileSync(fontFile(path.split('/').at(-1) ?? '') ?? '').length;
  for (const theme of themes)
    for (const starter of starters) {
      const given = startFrom(starter, () => `p${++made}`, `fun_${++made}`, null);
      const funnel = { ...given, style: withTheme(given.style, theme) };
      const [step] = funnel.steps;
      if (!step) throw new Error('no step');
      const html = drawPage({ funnel, step, product: () => null }, 'https://hub.example');
      const type = firstFiles(themeTable[theme].first);
      for (const file of type) expect(html).toContain(`<link rel="preload" href="${file}"`);
      const weight = gzipSync(html).length + type.reduce((sum, file) => sum + sizeOf(file), 0);
      expect(weight, `${starter.id} as ${theme}`).toBeLessThan(40 * 1024);
    }
});

test('every file of type is one of ours, whole, under an address of its own', () => {
  for (const file of typeFiles) {
    const bytes = readFileSync(fontFile(typePath(file).split('/').at(-1) ?? '') ?? '');
    expect(bytes.subarray(0, 4).toString('latin1'), file).toBe('wOF2');
  }
  for (const wrong of ['../../package.json', 'grotesk-400.woff2', ''])
    expect(fontFile(wrong), wrong).toBeNull();
});

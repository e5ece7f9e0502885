import { expect, test } from 'vitest';
import { storage } from './storage.ts';

test('storage of a browser that is used past the table of its owners is flagged', async () => {
  const texts: Record<string, string> = {
    'src/platform/web/area.ts': 'export const held = localStorage;',
    'src/features/store/web/cart.ts': [
      "localStorage.setItem('mine', '1');",
      "window['sessionStorage'].clear();",
      "import { openDB } from 'idb';",
      'const script = `try { localStorage.token = 1 } catch {}`;',
      'globalThis.caches.open(script);',
      'const { indexedDB } = window;',
      'interface Box { localStorage: string }',
      'const words = "The browser’s localStorage is full";',
    ].join('\n'),
    'src/features/store/web/cart.test.ts': 'localStorage.clear();',
  };
  const tree = { root: '.', files: Object.keys(texts), read: (file: string) => texts[file] ?? '' };
  const { faults } = await storage.run(tree);
  expect(faults.map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toEqual(
    [1, 2, 3, 4, 5, 6].map((line) => `raw-storage src/features/store/web/cart.ts:${line}`),
  );
});

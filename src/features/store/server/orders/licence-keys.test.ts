import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createLicenceKeys } from './licence-keys.ts';

type ReadLicence = (key: string, pem: string, product: string) => { seats: number } | null;

/** The very lines that docs/licence-keys.md tells sellers to put into their programs. */
async function documented(): Promise<ReadLicence> {
  const docs = await readFile(new URL('../../../../../docs/licence-keys.md', import.meta.url), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(10);
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    readLicence: ReadLicence;
  };
  return module.readLicence;
}

test('a licence key is checked offline by the ten documented lines, and no forged one passes', async () => {
  const readLicence = await documented();
  const keys = createLicenceKeys(Buffer.alloc(32, 7));
  const about = { product: 'kit', order: 'ord_1', seats: 3, serial: 1, at: new Date('2026-11-21') };
  const key = keys.issue(about);
  expect(readLicence(key, keys.publicKey, 'kit')).toMatchObject({ seats: 3, order: 'ord_1' });
  expect(readLicence(key, keys.publicKey, 'another')).toBeNull();
  const [, signature] = key.split('.');
  const more = Buffer.from(JSON.stringify({ ...about, seats: 999 })).toString('base64url');
  expect(readLicence(`${more}.${signature}`, keys.publicKey, 'kit')).toBeNull();
  expect(readLicence(key.split('.')[0] ?? '', keys.publicKey, 'kit')).toBeNull();
  const others = createLicenceKeys(Buffer.alloc(32, 8));
  expect(readLicence(others.issue(about), keys.publicKey, 'kit')).toBeNull();
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { readCatalogue } from '../read-catalogue.ts';
import { createLicenceKeys } from './licence-keys.ts';

const db = await useDatabase();
const inRepository = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const starter = 'node-postgres-starter';

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

test('the shipped starter comes with a key, in the receipt too, that its own tool checks offline', async () => {
  const shipped = await readCatalogue({ shipped: inRepository('catalog'), own: '/nowhere' });
  expect(shipped.products.filter(({ issuesKeys }) => issuesKeys).map(({ id }) => id)).toContain(starter);
  const tool = inRepository(`catalog/${starter}/files/${starter}/tools/licence.js`);
  const docs = await readFile(inRepository('docs/licence-keys.md'), 'utf8');
  const lines = /export function readLicence[^]*?\n}\n/.exec(await readFile(tool, 'utf8'))?.[0] ?? 'none';
  expect(docs).toContain(lines);

  const hub = await storeHub(db, [productFiles(starter, { licenceKeys: 'yes', price: '3900' })]);
  const items = [{ id: starter, quantity: 3, seenCents: 3900 }];
  const order = await hub.bought({ items, seenTotalCents: 11_700 });
  const key = order.lines[0]?.keys[0] ?? '';
  const [receipt] = await hub.mails('ada@example.com');
  expect(receipt?.words).toContain(`"${key}"`);

  const folder = await mkdtemp(join(tmpdir(), 'hub-licence-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pem = join(folder, 'hub.pem');
  await writeFile(pem, await (await hub.get('/api/licence-key.pem')).text());
  const check = (word: string) =>
    new Promise<{ code: unknown; said: string }>((resolve) =>
      execFile(process.execPath, [tool, word, pem], (error, said) =>
        resolve({ code: error?.code ?? 0, said }),
      ),
    );
  expect(await check(key)).toEqual({ code: 0, said: `3 seat(s), order ${order.id}, of 2026-11-21\n` });
  expect(await check(`${key.slice(0, -6)}AAAAAA`)).toMatchObject({ code: 1 });
});

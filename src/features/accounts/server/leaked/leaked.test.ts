import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { createLeakedPasswords } from './leaked.ts';
import { openPacked, packPasswords } from './pack.ts';

const asked: string[] = [];
let answer = '';
let status = 200;
const service = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(status).end(answer);
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => void service.close());
const serviceUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`;
const offline = createLeakedPasswords({ serviceUrl: undefined, log: silentLog });

test('the shipped list knows what leaks, however it is capitalised, and lets good ones pass', async () => {
  // Out of the middle of the list, where no rule of ours would find them.
  for (const leaked of ['charlotte1', 'Charlotte1', 'bismillah786', 'qweasdzxc123', '1q2w3e4r5t6y'])
    expect(await offline(leaked), leaked).toBe(true);
  for (const good of ['nine patient otters', 'kettle-orbit-7-lamp', 'Zu jeder Zeit ein Apfel'])
    expect(await offline(good), good).toBe(false);
});

test('a packed list finds each of its own, and of a hundred thousand others none', () => {
  const own = Array.from({ length: 5000 }, (_, n) => `leaked ${n}`);
  const packed = openPacked(packPasswords(own));
  expect(packed.size).toBe(5000);
  expect(own.every((password) => packed.has(password))).toBe(true);
  let mistaken = 0;
  for (let n = 0; n < 100_000; n++) if (packed.has(`other ${n}`)) mistaken++;
  expect(mistaken).toBeLessThanOrEqual(1);
});

test('the service learns five signs of a hash, and nothing else', async () => {
  const isLeaked = createLeakedPasswords({ serviceUrl: serviceUrl(), log: silentLog });
  const password = 'kettle-orbit-7-lamp';
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  answer = `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:0\r\n`;
  expect(await isLeaked(password), 'padding').toBe(false);
  answer = `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:12\r\n`;
  expect(await isLeaked(password)).toBe(true);
  expect(asked).toEqual([`/range/${hash.slice(0, 5)}`, `/range/${hash.slice(0, 5)}`]);
});

test('a service that is away keeps nobody out', async () => {
  status = 503;
  const isLeaked = createLeakedPasswords({ serviceUrl: serviceUrl(), log: silentLog });
  expect(await isLeaked('kettle-orbit-7-lamp')).toBe(false);
  const nowhere = createLeakedPasswords({ serviceUrl: 'http://127.0.0.1:1/range/', log: silentLog });
  expect(await nowhere('kettle-orbit-7-lamp')).toBe(false);
});

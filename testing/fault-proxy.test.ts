import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { faultProxy } from './fault-proxy.ts';

async function line() {
  const server = createServer((_request, response) => response.end('x'.repeat(1000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await faultProxy({ port: (server.address() as AddressInfo).port });
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const get = (ms = 5000) =>
    fetch(`http://127.0.0.1:${proxy.port}/`, {
      signal: AbortSignal.timeout(ms),
      headers: { connection: 'close' },
    });
  return { proxy, get };
}

test('passes everything while there is no fault', async () => {
  const { get } = await line();
  expect((await (await get()).text()).length).toBe(1000);
});

test('delays, and the answer is whole', async () => {
  const { proxy, get } = await line();
  proxy.set({ delayMs: 60 });
  const began = performance.now();
  expect((await (await get()).text()).length).toBe(1000);
  expect(performance.now() - began).toBeGreaterThanOrEqual(60);
});

test('cuts an answer in the middle', async () => {
  const { proxy, get } = await line();
  proxy.set({ cutAfterBytes: 300 });
  await expect(get().then((response) => response.text())).rejects.toThrow();
});

test('is silent, is down, and comes back', async () => {
  const { proxy, get } = await line();
  proxy.set({ silent: true });
  await expect(get(100)).rejects.toThrow();
  proxy.set({ down: true });
  await expect(get()).rejects.toThrow();
  proxy.set({});
  expect((await get()).status).toBe(200);
});

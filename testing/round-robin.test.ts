import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRoundRobin } from './round-robin.ts';

async function backend(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void (server.close(), server.closeAllConnections()));
  return (server.address() as AddressInfo).port;
}

async function gone(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function proxyTo(...backends: number[]) {
  const proxy = await startRoundRobin();
  onTestFinished(() => proxy.close());
  proxy.lead(backends);
  return proxy;
}

const says =
  (word: string): RequestListener =>
  (request, response) =>
    void response.end(`${word} ${request.headers['x-forwarded-for']}`);
const breaks: RequestListener = (request) => void request.socket.destroy();
const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, init);
  return answer.ok ? answer.text() : answer.status;
};

test('each request goes to the next process, which is told who asks', async () => {
  const proxy = await proxyTo(await backend(says('first')), await backend(says('second')));
  const headers = { 'x-forwarded-for': '10.1.1.1' };
  expect(await ask(proxy.url)).toBe('first 127.0.0.1');
  expect(await ask(proxy.url, { headers })).toBe('second 10.1.1.1, 127.0.0.1');
  expect(await ask(proxy.url, { method: 'POST', body: 'x' })).toBe('first 127.0.0.1');
});

test('where nobody listens, another process is asked, also to write', async () => {
  const proxy = await proxyTo(await gone(), await backend(says('there')));
  for (const method of ['GET', 'POST']) expect(await ask(proxy.url, { method })).toBe('there 127.0.0.1');
  expect(proxy.lost).toEqual([]);
});

test('a process that breaks off is asked no write twice, and reads are asked elsewhere', async () => {
  const proxy = await proxyTo(await backend(breaks), await backend(says('there')));
  expect(await ask(proxy.url)).toBe('there 127.0.0.1');
  expect(await ask(proxy.url)).toBe('there 127.0.0.1');
  expect(await ask(`${proxy.url}/save`, { method: 'POST' })).toBe(502);
  expect(proxy.lost).toEqual(['POST /save']);
});

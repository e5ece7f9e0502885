import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from './api.ts';

const server = createServer((request, response) => {
  const send = (status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  if (request.url === '/never') return;
  if (request.url === '/half') return void response.writeHead(200).write('{"us');
  if (request.url === '/login-page') return void send(200, '<html>Welcome to the hotel</html>');
  if (request.url === '/taken')
    return void send(409, '{"error":{"code":"conflict","message":"Taken.","fields":{"email":"Taken."}}}');
  if (request.url === '/proxy') return void send(502, '<html>Bad gateway</html>');
  if (request.url === '/nothing') return void response.writeHead(204).end();
  send(200, '{"user":null}');
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, options = {}) => api(origin + path, options);

test('a call returns what the hub sent; an empty response is null', async () => {
  expect(await ask('/')).toEqual({ user: null });
  expect(await ask('/nothing')).toBeNull();
});

test('a timeout is distinct from a network error, even if half of the response arrived', async () => {
  await expect(ask('/never', { timeoutMs: 30 })).rejects.toMatchObject({
    name: 'TimedOut',
    code: 'unavailable',
  });
  await expect(ask('/half', { timeoutMs: 30 })).rejects.toMatchObject({ name: 'TimedOut' });
  await expect(api('http://127.0.0.1:1/')).rejects.toMatchObject({ name: 'Problem', code: 'unavailable' });
});

test('a response that isn’t the hub’s is not taken for one', async () => {
  await expect(ask('/login-page')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(ask('/proxy')).rejects.toMatchObject({ code: 'unavailable' });
});

test('an error includes the messages for its fields', async () => {
  await expect(ask('/taken')).rejects.toMatchObject({
    code: 'conflict',
    details: { fields: { email: 'Taken.' } },
  });
});

test('the caller can abort a request', async () => {
  const leaving = new AbortController();
  const asking = ask('/never', { signal: leaving.signal });
  leaving.abort();
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
});

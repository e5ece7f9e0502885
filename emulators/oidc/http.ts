import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Routes = Record<
  string,
  (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void
>;

export function serve(routes: Routes): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const handle = routes[`${request.method} ${url.pathname}`];
    if (!handle) return text(response, 404, 'Nothing here.');
    Promise.resolve(handle(request, response, url)).catch(() => {
      if (!response.headersSent) text(response, 400, 'This request makes no sense.');
    });
  });
}

/** Where it listens. The same port at each start keeps its name, and with it who is who; any other is better than none. */
export async function listen(server: Server, port: number): Promise<string> {
  await listenAt(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenAt(server, 0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export function isHere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol } = new URL(address);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && /^https?:$/.test(protocol);
}

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const piece of request) {
    body += String(piece);
    if (body.length > 20_000) throw new RangeError('Too long');
  }
  return new URLSearchParams(body);
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}

export function text(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(words);
}

export function html(response: ServerResponse, page: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  };
  response.writeHead(200, headers).end(page);
}

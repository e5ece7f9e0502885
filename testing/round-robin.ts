import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RoundRobin {
  url: string;
  /** Who stands behind it, by the ports they listen on. */
  lead(to: number[]): void;
  /** How many requests each of them answered. */
  readonly answered: Map<number, number>;
  /** Requests that had to be asked again elsewhere, and those that could not. */
  readonly retried: string[];
  readonly lost: string[];
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** Addresses that are passed on as if nobody stood in between: what a hub shows to its own machine only. */
  asDirect?: RegExp;
}

/**
 * A plain proxy as people put before several processes: each request to the next one, no stickiness. As nginx does by
 * default, it asks another one where a connection was refused, or broke before an answer to a request that only reads.
 */
export async function startRoundRobin({ port = 0, asDirect }: Options = {}): Promise<RoundRobin> {
  let backends: number[] = [];
  let turn = 0;
  const answered = new Map<number, number>();
  const retried: string[] = [];
  const lost: string[] = [];

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const what = `${incoming.method} ${incoming.url}`;
    // In full before it is passed on, so that it can be passed on again.
    const body = await buffer(incoming);
    // Nobody behind it: as if nobody were there at all.
    if (backends.length === 0) return void outgoing.destroy();
    const first = turn++;
    for (const [tries] of backends.entries()) {
      const backend = backends[(first + tries) % backends.length] ?? 0;
      const outcome = await pass(incoming, body, outgoing, backend);
      if (outcome === 'answered') return void answered.set(backend, (answered.get(backend) ?? 0) + 1);
      if (outcome === 'left') return;
      const mayAskAgain = outcome === 'refused' || incoming.method === 'GET' || incoming.method === 'HEAD';
      if (!mayAskAgain) break;
      retried.push(what);
    }
    lost.push(what);
    outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('Nobody answered.');
  }

  function pass(
    { method, url, headers, socket }: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    backend: number,
  ): Promise<'answered' | 'left' | 'refused' | 'broken'> {
    const { connection: _, 'transfer-encoding': __, ...kept } = headers;
    const known = headers['x-forwarded-for'];
    const from = known === undefined ? socket.remoteAddress : `${String(known)}, ${socket.remoteAddress}`;
    const isDirect = asDirect?.test(url ?? '') === true;
    return new Promise((resolve) => {
      const asked: ClientRequest = request({
        host: '127.0.0.1',
        port: backend,
        method,
        path: url,
        agent: false,
        headers: {
          ...kept,
          ...(!isDirect && { 'x-forwarded-for': from }),
          ...(body.length > 0 && { 'content-length': body.length }),
        },
      });
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (outgoing.headersSent) outgoing.destroy();
        else resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken');
      });
      asked.once('response', (answer) => {
        const { connection: ___, 'keep-alive': ____, 'transfer-encoding': _____, ...given } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, given);
        outgoing.flushHeaders();
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
        resolve('answered');
      });
      // Whoever has gone needs no answer.
      outgoing.once('close', () => {
        asked.destroy();
        resolve('left');
      });
      asked.end(body);
    });
  }

  // As patient with slow callers as the hub is.
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    (incoming, outgoing) => void serve(incoming, outgoing).catch(() => outgoing.destroy()),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to) => void (backends = to),
    answered,
    retried,
    lost,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

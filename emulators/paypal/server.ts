import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, invalid, unprocessable } from './api-error.ts';
import { apiRoutes } from './api.ts';
import { buyerRoutes } from './buyer.ts';
import { type Control, controlRoutes, type Faults } from './control.ts';
import { type Answer, type Asked, json, readText, type RouteRow, send } from './http.ts';
import { createOrders } from './orders.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createWebhooks } from './webhooks.ts';

export interface PayPalEmulator extends Control {
  origin: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Its time: the machine's, until it is moved ahead. */
  now(): Date;
  /** Where notices go, once that is known. */
  sendNoticesTo(url: string): void;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  clock?: { now(): Date };
  /** Whoever lives in this time hears of a move before anything falls due by it. */
  told?(ahead: number): Promise<void>;
}

const clientId = 'emulator';
const mostKept = 20_000;

/**
 * A stand-in for PayPal, on this machine only: its script and window, tokens, orders, captures, refunds, subscriptions
 * and signed notices. Anybody pays with anything here, so a live hub must never start it.
 */
export async function startPayPalEmulator({
  port = 0,
  clock = { now: () => new Date() },
  told = async () => {},
}: Options = {}): Promise<PayPalEmulator> {
  const clientSecret = randomBytes(24).toString('base64url');
  const tokens = new Set<string>();
  const done = new Map<string, { body: string; answer: Promise<Answer> }>();
  const faults: Faults = { loseAnswers: 0, loseRequests: 0, scriptGone: false };
  let ahead = 0;
  let origin = '';
  const now = () => new Date(clock.now().getTime() + ahead);
  const webhooks = createWebhooks(now);
  const orders = createOrders(webhooks, now, () => origin);
  const subscriptions = createSubscriptions(webhooks, now, () => origin);
  const control: Control = {
    orders,
    subscriptions,
    webhooks,
    faults,
    async advance(ms) {
      ahead += ms;
      await told(ahead);
      subscriptions.renewDue();
    },
  };
  const api = apiRoutes(control);
  const open: RouteRow[] = [
    ...buyerRoutes({ ...control, origin: () => origin, isScriptGone: () => faults.scriptGone }),
    ...controlRoutes(control),
  ];

  function token({ headers }: Asked): Answer {
    const given = Buffer.from(/^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '', 'base64');
    if (given.toString() !== `${clientId}:${clientSecret}`) return json({ error: 'invalid_client' }, 401);
    const access_token = randomBytes(24).toString('base64url');
    tokens.add(access_token);
    return json({ access_token, token_type: 'Bearer', expires_in: 32_400 });
  }

  /**
   * Done once for each PayPal-Request-Id: asked again, the same answer comes, as 200 where it was 201 before. The id of
   * one deed in the name of another is refused. What was refused may be tried again.
   */
  async function once(asked: Asked, deed: () => Promise<Answer>): Promise<Answer> {
    const requestId = asked.headers['paypal-request-id'];
    if (requestId === undefined || asked.method === 'GET') return deed();
    const key = `${asked.url.pathname} ${String(requestId)}`;
    const kept = done.get(key);
    const body = JSON.stringify(asked.body);
    if (kept && kept.body !== body) throw unprocessable('DUPLICATE_REQUEST_ID');
    if (kept) {
      const before = await kept.answer;
      // A refund answers 201 both times: its description knows no other.
      const isRefund = asked.url.pathname.endsWith('/refund');
      return before.status === 201 && !isRefund ? { ...before, status: 200 } : before;
    }
    const doing = deed();
    done.set(key, { body, answer: doing });
    doing.catch(() => done.delete(key));
    const oldest = done.keys().next().value;
    if (done.size > mostKept && oldest !== undefined) done.delete(oldest);
    return doing;
  }

  async function answer(request: IncomingMessage, asked: Asked): Promise<Answer> {
    const find = (rows: RouteRow[]) => {
      for (const [method, path, handle] of rows) {
        const match = method === request.method ? path.exec(asked.url.pathname) : null;
        if (match) return async () => handle({ ...asked, params: match.slice(1) });
      }
      return undefined;
    };
    if (asked.isMalformed) throw invalid('MALFORMED_REQUEST_JSON');
    if (asked.url.pathname === '/v1/oauth2/token') return token(asked);
    const forAll = find(open);
    if (forAll) return forAll();
    const deed = find(api);
    if (!deed) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    const bearer = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(bearer)) return json({ error: 'invalid_token' }, 401);
    if (asked.method !== 'GET' && !asked.headers['content-type']?.startsWith('application/json'))
      throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE');
    return once(asked, deed);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const text = await readText(request);
    const isCall = /^\/v[12]\//.test(url.pathname) && !url.pathname.includes('/certs/');
    if (isCall && Math.random() < faults.loseRequests) return void request.socket.destroy();
    const isJson = request.headers['content-type']?.startsWith('application/json') && text !== '';
    const body = isJson ? parsed(text) : {};
    const asked: Asked = {
      method: request.method ?? 'GET',
      params: [],
      url,
      headers: request.headers,
      body: body ?? {},
      isMalformed: body === null,
      form: new URLSearchParams(isJson ? '' : text),
    };
    const given = await answer(request, asked).catch((error: unknown) => {
      if (error instanceof ApiError) return json(error.body, error.status);
      throw error;
    });
    if (isCall && Math.random() < faults.loseAnswers) return void request.socket.destroy();
    send(response, given);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) send(response, json({ name: 'INVALID_REQUEST' }, 400));
    });
  });
  // A page that stays open over a restart finds the script again; any other port is better than none.
  await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listen(server, 0);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  webhooks.listenAt(origin);
  const renewals = setInterval(() => subscriptions.renewDue(), 60_000);
  renewals.unref();

  return {
    ...control,
    origin,
    clientId,
    clientSecret,
    webhookId: webhooks.webhookId,
    now,
    sendNoticesTo: (url) => webhooks.sendTo(url),
    async close() {
      clearInterval(renewals);
      webhooks.sendTo(null);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Null for what is no JSON at all. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

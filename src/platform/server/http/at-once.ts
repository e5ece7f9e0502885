import type { IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '#base/id.ts';
import { isLoopback } from '../config.ts';
import { type Form, formFor, headersOf, type CachedAnswer } from './cached-answer.ts';
import type { CachedCall, Route } from './route.ts';
import { callerAddress } from './security.ts';

export interface AtOnceTools {
  acceptsHost(host: string | null): boolean;
  /** What every response carries. */
  fixedHeaders: readonly (readonly [name: string, value: string])[];
  trustProxy: number;
  takeRead(address: string): void;
  /** Counts and logs a route's response. */
  note(route: Route, requestId: string, status: number, milliseconds: number): void;
  /** What is cached for a path that is not a route: files and pages. */
  elsewhere(url: string): CachedAnswer | undefined;
}

export interface AtOnce {
  /** False: not available here, use the regular path. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** A cached response of this route was sent the regular way: what was parsed from its URL remains valid. */
  learn(url: string, known: Known): void;
}

export interface Known {
  route: Route;
  params: unknown;
  query: unknown;
}

const mostKnown = 5000;
const longestUrl = 400;

/**
 * Sends a response from memory directly through node's own objects, at half the cost of a full request. It makes no
 * decisions of its own: it only knows URLs that the regular path has answered, and callers with a key, callers that
 * are rejected and anything not in memory go the regular way.
 */
export function createAtOnce(tools: AtOnceTools): AtOnce {
  const known = new Map<string, Known>();
  let lastHost: string | undefined;

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method, headers, url = '' } = incoming;
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
    const { host } = headers;
    if (host === undefined) return false;
    if (host !== lastHost) {
      if (!tools.acceptsHost(host)) return false;
      lastHost = host;
    }
    const found = known.get(url);
    if (!found) {
      const cached = tools.elsewhere(url);
      if (cached) send(cached, incoming, outgoing, undefined);
      return cached !== undefined;
    }
    const started = performance.now();
    const cached = cachedFor(found, incoming);
    if (!cached) return false;
    const requestId = newId('request');
    const status = send(cached, incoming, outgoing, requestId);
    tools.note(found.route, requestId, status, performance.now() - started);
    return true;
  }

  function cachedFor({ route, params, query }: Known, incoming: IncomingMessage): CachedAnswer | undefined {
    const forwarded = incoming.headers['x-forwarded-for'];
    const address = callerAddress(
      typeof forwarded === 'string' ? forwarded : null,
      incoming.socket.remoteAddress ?? '127.0.0.1',
      tools.trustProxy,
    );
    try {
      if (!isLoopback(address)) tools.takeRead(address);
      const isGuest = incoming.headers.cookie === undefined;
      const call = { params, query, address, url: incoming.url ?? '', isGuest, header: headerIn(incoming) };
      return route.cached?.(call as CachedCall<never, never>);
    } catch {
      return undefined;
    }
  }

  const ready = new WeakMap<CachedAnswer, Partial<Record<Form, string[]>>>();

  /** Alternating names and values, as node accepts them without further checks; the last value is the request ID. */
  function linesOf(cached: CachedAnswer, form: Form): string[] {
    let forms = ready.get(cached);
    if (!forms) ready.set(cached, (forms = {}));
    return (forms[form] ??= [
      ...Object.entries({ ...Object.fromEntries(tools.fixedHeaders), ...headersOf(cached, form) }).flat(),
      'x-request-id',
      '',
    ]);
  }

  function send(
    cached: CachedAnswer,
    { method, headers }: IncomingMessage,
    outgoing: ServerResponse,
    requestId: string | undefined,
  ): number {
    const form = formFor(cached, headers['if-none-match'], headers['accept-encoding'] as string | undefined);
    const status = form === 'known' ? 304 : 200;
    const lines = linesOf(cached, form);
    lines[lines.length - 1] = requestId ?? newId('request');
    outgoing.writeHead(status, lines);
    outgoing.end(form === 'known' || method === 'HEAD' ? undefined : cached[form]);
    return status;
  }

  return {
    answer,
    learn(url, what) {
      if (url.length > longestUrl) return;
      if (known.size >= mostKnown) known.clear();
      known.set(url, what);
    },
  };
}

const headerIn =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : value?.join(', ');
  };

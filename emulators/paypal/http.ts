import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a route is given: the parts of its path, what was sent, and the address. */
export interface Asked {
  method: string;
  params: string[];
  /** What was sent; a list where a list was, as PATCH takes one. */
  body: Record<string, unknown>;
  isMalformed: boolean;
  form: URLSearchParams;
  url: URL;
  headers: IncomingMessage['headers'];
}

export interface Answer {
  status: number;
  type: string;
  body: string;
  headers?: Record<string, string>;
}

export type Handler = (asked: Asked) => Answer | Promise<Answer>;
export type RouteRow = [method: 'GET' | 'POST' | 'PATCH', path: RegExp, handle: Handler];

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: status === 204 ? '' : JSON.stringify(value),
});

/** `script`: the hash of the one inline script that this page has. */
export const html = (body: string, script?: string): Answer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body,
  headers: {
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'${script ? `; script-src ${script}` : ''}`,
  },
});

export const seeOther = (location: string): Answer => ({
  status: 303,
  type: 'text/plain',
  body: '',
  headers: { location },
});

export async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
    if (text.length > 200_000) throw new RangeError('Too long');
  }
  return text;
}

export function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
}

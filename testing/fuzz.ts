import { randomOf } from './random.ts';

/** Requests to every route that a hub declares, half right and half wrong: the same seed asks the same again. */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

export interface FuzzOptions {
  url: string;
  seed: number;
  count: number;
  /** Sessions of members; each request comes as one of them, or as nobody. */
  cookies: string[];
  /** Things that are there: what a guessed id never reaches. */
  ids: string[];
  /** How many at once. */
  width?: number;
}

export interface FuzzReport {
  sent: number;
  routes: number;
  statuses: Record<number, number>;
  /** Answers of 500 and more, and such as tell of the inside. */
  faults: string[];
}

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202etxt.exe',
  '\r\nSet-Cookie: a=b',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com, b@example.com',
  'ada@example.com',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  "' or '1'='1",
  "'; drop table store_order; --",
  '%00',
  '%',
  '%ff',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/\\evil.example',
  '//evil.example',
  'https:evil.example',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  '{{7*7}}',
  '${7*7}',
  '=HYPERLINK("http://evil.example")',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '1e999',
  '-1',
  '0',
  '99999999999999999999',
  '2147483648',
  '9007199254740993',
  '+275760-01-01T00:00:00Z~x',
  '0000-01-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z~x',
  '9999-12-31T23:59:59Z',
  'en-aa-bb',
  'en-12',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'İ'.repeat(40),
  '💥'.repeat(60),
  'a'.repeat(5000),
  '<b>'.repeat(4000),
  '('.repeat(3000),
  'x.y'.repeat(2000) + '.',
];
const fitting = [
  'DE',
  'en',
  'en-US',
  '#aa5500',
  'next',
  'step-one',
  'abcdefghij0123456789',
  '2026-11-21T12:00:00Z',
  'usr_00000000000000000000',
  'key-0000000000',
  'rec_abcdefghij0123456789',
  '1',
  'USD',
  'aaaaaaaaaaaaaaaaaaaaaaaa.png',
  `${'a'.repeat(64)}.png`,
];
const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  1e300,
  [],
  {},
  [[[[[[]]]]]],
  { length: -1 },
  { $gt: '' },
];
/** What nobody may say about themselves. */
const extras = [
  'role',
  'plan',
  'ownerId',
  'owner_id',
  'paid',
  'usage',
  'price',
  'isSubscribed',
  'totalCents',
];

export async function fuzz({ url, seed, count, cookies, ids, width = 12 }: FuzzOptions): Promise<FuzzReport> {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

  function valueFor(schema: Schema, wrong: number): unknown {
    if (random() < wrong) return random() < 0.7 ? oneOf(texts) : oneOf(oddValues);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return oneOf(schema.enum);
    if (schema.anyOf) return valueFor(oneOf(schema.anyOf), wrong);
    const type = Array.isArray(schema.type) ? oneOf(schema.type) : schema.type;
    if (type === 'object') {
      const made: Record<string, unknown> = {};
      for (const [name, of] of Object.entries(schema.properties ?? {}))
        if (schema.required?.includes(name) ? random() > wrong / 4 : random() < 0.6)
          made[name] = valueFor(of, wrong);
      if (random() < wrong) made[oneOf(extras)] = oneOf(oddValues);
      return made;
    }
    if (type === 'array') {
      const length = Math.max(schema.minItems ?? 0, upTo(4));
      return Array.from({ length }, () => valueFor(schema.items ?? {}, wrong));
    }
    if (type === 'integer' || type === 'number') {
      const low = schema.minimum ?? 0;
      return oneOf([low, low + 1, Math.min(schema.maximum ?? 50, low + 40), schema.maximum ?? 1000]);
    }
    if (type === 'boolean') return random() < 0.5;
    if (type === 'null') return null;
    const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u');
    const possible = [...ids, ...fitting].filter((text) => pattern?.test(text) ?? true);
    return possible.length > 0 && random() < 0.8 ? oneOf(possible) : oneOf(texts);
  }

  function next(number: number): { name: string; path: string; init: RequestInit } {
    // Each route at least once in every round.
    const { method, path, operation } = operations[number % operations.length] ?? operations[0]!;
    const wrong = oneOf([0, 0.05, 0.3]);
    const query = new URLSearchParams();
    let asked = path;
    for (const { name, in: place, schema } of operation.parameters ?? []) {
      const given = valueFor(schema, Math.max(wrong, 0.1));
      const value = typeof given === 'string' ? given : JSON.stringify(given);
      if (place === 'path') asked = asked.replace(`{${name}}`, pathPart(value));
      else if (random() < 0.8) query.set(name, value);
    }
    if (random() < 0.05) query.set(oneOf(['utm_source', 'ref', 'after', '__proto__']), oneOf(texts));
    const body = operation.requestBody?.content['application/json'].schema;
    const headers: Record<string, string> = {
      'x-forwarded-for': `10.${upTo(255)}.${upTo(255)}.${upTo(255)}`,
      accept: oneOf(['*/*', 'application/json', 'text/event-stream', 'text/html']),
    };
    // Whoever signs out or leaves asks nothing more: these come as nobody.
    if (random() < 0.75 && cookies.length > 0 && !endsSession.test(path)) headers['cookie'] = oneOf(cookies);
    if (random() < 0.1) headers['last-event-id'] = oneOf(texts).replace(/[^\x20-\x7e]/g, '');
    const init: RequestInit = { method, redirect: 'manual', headers };
    if (method !== 'GET') {
      const type =
        random() < 0.9 ? 'application/json' : oneOf(['text/plain', 'multipart/form-data; boundary=x', '']);
      const isForm = !body && random() < 0.5;
      headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : type;
      init.body = isForm ? formOf(['t', 'email', 'name', 'consent', 'block', 'token']) : jsonOf(body, wrong);
    }
    const search = query.size > 0 ? `?${query}` : '';
    return { name: `${method} ${path}`, path: `${asked}${search}`, init };
  }

  const formOf = (names: string[]): string =>
    new URLSearchParams(
      Object.fromEntries(names.map((name) => [name, oneOf([...texts, ...ids, 'yes'])])),
    ).toString();

  function jsonOf(schema: Schema | undefined, wrong: number): string {
    if (random() < 0.02) return oneOf(['', '{', '[]', 'null', '"text"', '{"__proto__":{"role":"admin"}}']);
    if (random() < 0.01) return '{"items":'.repeat(3) + '['.repeat(20_000) + ']'.repeat(20_000) + '}}}';
    return JSON.stringify(valueFor(schema ?? { type: 'object' }, wrong)).slice(0, 90_000);
  }

  const report: FuzzReport = { sent: 0, routes: operations.length, statuses: {}, faults: [] };
  async function send(number: number): Promise<void> {
    const { name, path, init } = next(number);
    const about = `${name} <- ${path.slice(0, 200)} ${String(init.body ?? '').slice(0, 400)}`;
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(20_000) });
      report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
      const isEndless = response.headers.get('content-type')?.includes('event-stream');
      const text = isEndless ? '' : (await response.text()).slice(0, 20_000);
      await response.body?.cancel().catch(() => {});
      // A service that is not configured says so with 503, in words.
      const isOurs =
        response.status >= 500 && !(response.status === 503 && /"code":"unavailable"/.test(text));
      if (isOurs || tellsOfInside.test(text))
        report.faults.push(`${response.status} ${about} -> ${text.slice(0, 300)}`);
    } catch (error) {
      report.faults.push(`no answer (${error instanceof Error ? error.message : 'unknown'}): ${about}`);
    }
    report.sent += 1;
  }

  let number = 0;
  const worker = async () => {
    while (number < count) await send(number++);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return report;
}

const tellsOfInside =
  /\bat [\w.<>]+ \((?:file|node|\/)|node_modules\/|\.ts:\d+:\d+|syntax error at or near|invalid input syntax/;

const endsSession = /sign-out|account\/delete|sessions\/revoke|change-password|change-email|sign-in/;

const pathPart = (text: string): string =>
  /^(?:%|\.\.%)/.test(text) ? text : encodeURIComponent(text.toWellFormed()) || '%20';

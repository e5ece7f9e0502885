import { expect, test } from './fixtures.ts';

interface Operation {
  method: string;
  path: string;
  isForMembers: boolean;
}

async function operationsOf(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: unknown[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      // An id that never was.
      path: path.replace(/\{[^}]+\}/g, 'usr_00000000000000000000'),
      isForMembers: security.length > 0,
    })),
  );
}

const call = (url: string, { method, path }: Operation, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
    ...(method !== 'GET' && { body: '{}' }),
    headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
  });

async function memberCookie(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ displayName: 'Somebody', email, password: 'quiet harbour lantern' }),
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** A stream has an answer before it has an end. */
const drop = (response: Response) => void response.body?.cancel().catch(() => {});

test('[ROLE-1] every route answers as declared: nobody reaches what is for members', async ({ hub }) => {
  const operations = await operationsOf(hub.url);
  const nameOf = ({ method, path }: (typeof operations)[0]) => `${method} ${path}`;
  const forMembers = operations.filter(({ isForMembers }) => isForMembers);
  expect(forMembers.length).toBeGreaterThan(5);
  for (const operation of forMembers) {
    const response = await call(hub.url, operation);
    expect(response.status, nameOf(operation)).toBe(401);
    const { error } = (await response.json()) as { error: { code: string } };
    expect(error.code, nameOf(operation)).toBe('unauthenticated');
  }
  for (const operation of operations.filter(({ isForMembers }) => !isForMembers)) {
    const response = await call(hub.url, operation);
    expect(response.status, nameOf(operation)).toBeLessThan(500);
    drop(response);
  }
});

test('every mutation is refused to a page of another site, whoever is signed in', async ({ hub }) => {
  const cookie = await memberCookie(hub.url, `access-${Date.now()}@example.com`);
  const crossOriginOnPurpose =
    /\/api\/unsubscribe|webhook|\/api\/v1\.0\/|\/snippet|\/api\/recovery\/(?:in|seen|bounces)\b|\/api\/texts\/|\/envelope\//;
  for (const operation of (await operationsOf(hub.url)).filter(({ method }) => method !== 'GET')) {
    if (crossOriginOnPurpose.test(operation.path)) continue;
    const response = await call(hub.url, operation, { cookie, origin: 'https://evil.example' });
    expect(response.status, `${operation.method} ${operation.path}`).toBe(403);
    drop(response);
  }
});

test('a member with made-up ids and empty bodies gets a definite answer from every route', async ({
  hub,
}) => {
  const cookie = await memberCookie(hub.url, `definite-${Date.now()}@example.com`);
  for (const operation of await operationsOf(hub.url)) {
    if (/sign-out|account\/delete|sessions\/revoke/.test(operation.path)) continue;
    const response = await call(hub.url, operation, { cookie });
    expect(response.status, `${operation.method} ${operation.path}`).toBeLessThan(500);
    drop(response);
  }
});

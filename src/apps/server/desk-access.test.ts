import { expect, test } from 'vitest';
import type { DeskRight } from '#platform/server/desk.ts';
import type { Route } from '#platform/server/http/route.ts';
import { origin } from '#testing/accounts-hub.ts';
import { createAuthenticator } from '#testing/authenticator.ts';
import { useDatabase } from '#testing/database.ts';
import { assertDeskIsAlone } from './http/desk-path.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { hasLimits: false });
const ofDesk = hub.routes.filter(({ access }) => access === 'operator');
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const addressOf = ({ path }: Route) => path.replace(/:\w+/g, 'ord_00000000000000000000');

type Browser = ReturnType<typeof hub.browser>;
function call(browser: Browser, each: Route, headers: Record<string, string> = {}): Promise<Response> {
  const address = addressOf(each);
  if (each.method === 'GET') return browser.get(address, headers);
  if (each.method === 'DELETE') return browser.delete(address, headers);
  if (each.method === 'PUT') return browser.put(`${address}?from=0`, 'x', headers);
  if (each.body) return browser.post(address, { name: 'a', size: 1, print: '' }, headers);
  return browser.post(address, 'token=x', {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

async function operator(rights: string): Promise<Browser> {
  const command = hub.features
    .flatMap(({ commands }) => commands ?? [])
    .find(({ name }) => name === 'desk invite');
  const printed: string[] = [];
  await command?.run([`Person ${rights}`, '--rights', rights], (line) => printed.push(line));
  const invitation = new URL(printed[0] ?? '').hash.slice(1);
  const browser = hub.browser();
  const begun = await browser.post('/desk/api/begin-join', { invitation });
  const { options } = (await begun.json()) as { options: never };
  const passkey = createAuthenticator(origin).make(options);
  const joined = await browser.post('/desk/api/join', { invitation, name: 'x', passkey });
  expect(joined.status).toBe(200);
  return browser;
}

test('[ROLE-1] no route of the desk opens to a guest, a member or an API key', async () => {
  expect(ofDesk.length).toBeGreaterThan(25);
  const guest = hub.browser();
  const member = hub.browser();
  await member.post('/api/auth/sign-up', {
    displayName: 'Ada',
    email: 'ada@example.com',
    password: 'quiet harbour lantern',
  });
  expect((await member.who())?.email).toBe('ada@example.com');
  const made = await member.post('/api/keys', { name: 'All', scopes: ['usage:read'] });
  const text = await made.text();
  const key = /key_[\w]+/.exec(text)?.[0] ?? 'key_0000000000000000';
  for (const each of ofDesk) {
    for (const [who, browser] of [
      ['guest', guest],
      ['member', member],
    ] as const)
      expect((await call(browser, each)).status, `${nameOf(each)} by a ${who}`).toBe(401);
    const byKey = await call(guest, each, { authorization: `Bearer ${key}` });
    expect(byKey.status, `${nameOf(each)} by an API key`).toBe(401);
    // A key beside an operator's cookie is no way around the check of where a form comes from.
    const foreign = await call(guest, each, {
      authorization: `Bearer ${key}`,
      origin: 'https://evil.example',
    });
    expect(foreign.status, nameOf(each)).toBe(each.method === 'GET' ? 401 : 403);
  }
});

test('[law] every route of the desk opens to its right and to no other', async () => {
  const rights: DeskRight[] = ['money', 'content', 'people', 'everything'];
  const seats = await Promise.all(rights.map(async (right) => [right, await operator(right)] as const));
  for (const each of ofDesk.filter(({ path }) => !path.endsWith('/leave')))
    for (const [right, browser] of seats) {
      const { status } = await call(browser, each);
      const may = each.right === 'any' || right === 'everything' || right === each.right;
      expect(may ? [200, 302, 303, 404, 409] : [403], `${nameOf(each)} with ${right}`).toContain(status);
    }
  expect(hub.unexpected).toEqual([]);
});

test('nothing of the desk is told to the public: not in the API reference, not in the pages', async () => {
  expect(ofDesk.filter(({ isPage }) => isPage !== true).map(nameOf)).toEqual([]);
  const doors = hub.routes.filter(({ path }) => path.startsWith('/desk'));
  expect(doors.filter(({ isPage }) => isPage !== true).map(nameOf)).toEqual([]);
});

test('[law] the hub doesn’t start with its desk at a path of its own', () => {
  const paths = hub.features
    .flatMap((feature) => (feature.name === 'desk' ? [] : (feature.routes ?? [])))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(100);
  for (const path of [...paths, '/store', '/dashboard/funnels'])
    expect(() => assertDeskIsAlone(`/${path.split('/')[1]}`, [...paths, path]), path).toThrow(
      /^DESK: got .* Choose another/,
    );
  expect(() => assertDeskIsAlone('/desk', paths)).not.toThrow();
  expect(() => assertDeskIsAlone(undefined, paths)).not.toThrow();
});

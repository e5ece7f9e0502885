import { expect, test } from 'vitest';
import { newId, randomText } from '#base/id.ts';
import { hashOf } from '#features/desk/server/tickets.ts';
import type { DeskRight } from '#platform/server/desk.ts';
import type { Route } from '#platform/server/http/route.ts';
import { origin } from '#testing/accounts-hub.ts';
import { createAuthenticator } from '#testing/authenticator.ts';
import { useDatabase } from '#testing/database.ts';
import { assertDeskIsAlone } from './http/desk-path.ts';
import { openWholeHub } from '#testing/whole-hub.ts';

const db = await useDatabase();
const hub = await openWholeHub(db, { hasLimits: false });
const ofOperators = hub.routes.filter(({ access }) => access === 'operator');
const ofApi = ofOperators.filter(({ path }) => path.startsWith('/api/desk'));
const ofDesk = ofOperators.filter((each) => !ofApi.includes(each));
/** Each route is asked several times over. */
const patience = 240_000;
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const addressOf = ({ path }: Route) => path.replace(/:\w+/g, 'ord_00000000000000000000');

type Browser = ReturnType<typeof hub.browser>;
function call(browser: Browser, each: Route, headers: Record<string, string> = {}): Promise<Response> {
  const address = addressOf(each);
  if (each.method === 'GET') return browser.get(address, headers);
  if (each.method === 'DELETE') return browser.delete(address, headers);
  if (each.method === 'PUT') return browser.put(`${address}?from=0`, 'x', headers);
  if (each.body && !address.startsWith('/api/'))
    return browser.post(address, { name: 'a', size: 1, print: '' }, headers);
  if (each.body) return browser.post(address, {}, headers);
  return browser.post(address, 'token=x', {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

async function operator(rights: string, called = `Person ${rights}`): Promise<Browser> {
  const command = hub.features
    .flatMap(({ commands }) => commands ?? [])
    .find((each) => each.name === 'desk invite');
  const printed: string[] = [];
  await command?.run([called, '--rights', rights], (line) => printed.push(line));
  const invitation = new URL(printed[0] ?? '').hash.slice(1);
  const browser = hub.browser();
  const begun = await browser.post('/desk/api/begin-join', { invitation });
  const { options } = (await begun.json()) as { options: never };
  const passkey = createAuthenticator(origin).make(options);
  const joined = await browser.post('/desk/api/join', { invitation, name: 'x', passkey });
  expect(joined.status).toBe(200);
  return browser;
}

test(
  '[ROLE-1] no route of the desk opens to a guest, a member or an API key',
  async () => {
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
    for (const each of ofOperators) {
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
      expect(foreign.status, nameOf(each)).toBe(each.method === 'GET' || ofApi.includes(each) ? 401 : 403);
    }
  },
  patience,
);

test(
  '[law] every route of the desk opens to its right and to no other',
  async () => {
    const rights: DeskRight[] = ['money', 'content', 'people', 'everything'];
    const seats = await Promise.all(rights.map(async (right) => [right, await operator(right)] as const));
    for (const each of ofDesk.filter(({ path }) => !path.endsWith('/leave')))
      for (const [right, browser] of seats) {
        const { status } = await call(browser, each);
        const may = each.right === 'any' || right === 'everything' || right === each.right;
        expect(may ? [200, 302, 303, 404, 409] : [403], `${nameOf(each)} with ${right}`).toContain(status);
      }
    expect(hub.unexpected).toEqual([]);
  },
  patience,
);

test(
  '[law] every route of the API of the desk opens to a key’s right, and none to the desk’s own cookie',
  async () => {
    expect(ofApi.length).toBeGreaterThan(25);
    const seat = await operator('everything', 'Keymaster');
    const id = (await db.pool.query<{ id: string }>(`select id from desk_operator where name = 'Keymaster'`))
      .rows[0]?.id;
    const rights: DeskRight[] = ['money', 'content', 'people', 'everything'];
    const keyFor = async (right: DeskRight, ends: string) => {
      const key = `desk_${randomText(40)}`;
      await db.pool.query(
        `insert into desk_api_key (id, operator_id, name, hash, rights, created_at, ends_at)
       values ($1, $2, $3, $4, $5, now(), now() + $6::interval)`,
        [newId('deskKey'), id, `${right} ${ends}`, hashOf(key), [right], ends],
      );
      return key;
    };
    const keys = await Promise.all(
      rights.map(async (right) => [right, await keyFor(right, '1 day')] as const),
    );
    const ended = await keyFor('everything', '-1 second');
    const bare = hub.browser();
    for (const each of ofApi) {
      expect((await call(seat, each)).status, `${nameOf(each)} by a cookie`).toBe(401);
      for (const [right, key] of keys) {
        const answer = await call(bare, each, {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `${nameOf(each)}`,
        });
        const may = each.right === 'any' || right === 'everything' || right === each.right;
        // An act of a thing that isn't there, or a grave one, goes no further: by its words, not by the right.
        const words = await answer.text();
        expect(
          words.includes('have the right'),
          `${nameOf(each)} with ${right}: ${words.slice(0, 200)}`,
        ).toBe(!may);
        expect(answer.status, nameOf(each)).toBeLessThan(500);
      }
      const late = await call(bare, each, { authorization: `Bearer ${ended}` });
      expect(late.status, `${nameOf(each)} by an ended key`).toBe(401);
    }
    expect(hub.unexpected).toEqual([]);
  },
  patience,
);

test('nothing of the desk is told to the public: not in the API reference, not in the pages', async () => {
  expect(ofOperators.filter(({ isPage }) => isPage !== true).map(nameOf)).toEqual([]);
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

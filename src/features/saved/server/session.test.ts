import { expect, test } from 'vitest';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { realPlans } from '#testing/saved-hub.ts';
import { saved } from './index.ts';

const db = await useDatabase();
let people = 0;
let keys = 0;

/** A member at two processes of one hub, both of which know the session by now. */
async function signedInTwice() {
  const beside = (platform: Parameters<typeof saved>[0]) => [saved(platform, realPlans(platform))];
  const hubs = [accountsHub(db, { beside }), accountsHub(db, { beside })] as const;
  const [here, there] = [hubs[0].browser(), hubs[1].browser()];
  const email = `session.${++people}@example.com`;
  const signUp = { displayName: 'Ada', email, password: 'seven quiet herons' };
  expect((await here.post('/api/auth/sign-up', signUp)).status).toBe(200);
  for (const [name, value] of here.jar) there.jar.set(name, value);
  const uid = (await here.who())?.uid ?? '';
  const id = `tpl_session_${people}`;
  const whole = { fields: [], formData: {} };
  const add = { key: `key-${id}-0000`, id, name: 'One', content: '<p>0</p>', ...whole };
  expect((await here.post('/api/saved', add)).status).toBe(200);
  const save = async (browser: typeof here, content: string, key = `key-session-${++keys}`) =>
    (await browser.patch(`/api/saved/${id}`, { key, base: 1_000_000, content, ...whole })).status;
  const stored = async () => {
    const { rows } = await db.pool.query<{ content: string; writes: number }>(
      `select content, (select count(*) from saved_write w where w.owner_id = t.owner_id) as writes
       from saved_template t where owner_id = $1 and id = $2`,
      [uid, id],
    );
    return rows[0];
  };
  for (const browser of [here, there]) expect(await save(browser, '<p>1</p>')).toBe(200);
  return { here, there, uid, save, stored };
}

/** Names of the prepared statements that were asked meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  const query = db.pool.query.bind(db.pool) as (...args: unknown[]) => unknown;
  db.pool.query = ((...args: unknown[]) => {
    names.push((args[0] as { name?: string }).name?.slice(0, 5) ?? String(args[0]));
    return query(...args);
  }) as never;
  try {
    await work();
  } finally {
    db.pool.query = query as never;
  }
  return names;
}

test('a save is one statement, which asks itself whether the session lives', async () => {
  const { here, save, stored } = await signedInTwice();
  expect(await statementsOf(() => save(here, '<p>2</p>'))).toEqual(['saved']);
  expect((await stored())?.content).toBe('<p>2</p>');
});

test('after a sign-out nothing is saved any more, in any process, nor is an earlier save answered again', async () => {
  const { here, there, save, stored } = await signedInTwice();
  expect(await save(here, '<p>2</p>', 'key-session-again')).toBe(200);
  const before = await stored();
  const cookies = [...here.jar];
  expect((await here.post('/api/auth/sign-out')).status).toBe(200);
  // Somebody kept a copy of the cookie.
  for (const [name, value] of cookies) here.jar.set(name, value);
  for (const browser of [here, there, here]) {
    expect(await save(browser, '<p>3</p>')).toBe(401);
    expect(await save(browser, '<p>2</p>', 'key-session-again')).toBe(401);
  }
  expect(await stored()).toEqual(before);
});

test('who is suspended saves nothing until they are let in again; nor does a session that is over', async () => {
  const { here, there, uid, save, stored } = await signedInTwice();
  const before = await stored();
  await db.pool.query('update account_user set suspended_at = now() where id = $1', [uid]);
  for (const browser of [here, there]) expect(await save(browser, '<p>2</p>')).toBe(401);
  expect(await stored()).toEqual(before);
  await db.pool.query('update account_user set suspended_at = null where id = $1', [uid]);
  expect(await save(there, '<p>2</p>')).toBe(200);
  await db.pool.query('update account_session set expires_at = to_timestamp(0) where user_id = $1', [uid]);
  for (const browser of [here, there]) expect(await save(browser, '<p>3</p>')).toBe(401);
  expect((await stored())?.content).toBe('<p>2</p>');
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createApp } from '../src/app.js';
import { openDatabase } from '../src/db.js';
import { migrate } from '../src/migrate.js';

const schema = `test_${process.pid}`;
const admin = openDatabase(process.env.DATABASE_URL);
const db = openDatabase(process.env.DATABASE_URL, { schema });
const server = createServer(createApp({ db, config: { sessionSecret: 'x'.repeat(32), isProduction: false }, log: () => {} }));
let origin;

before(async () => {
  await admin.query(`create schema ${schema}`);
  await Promise.all([migrate(db), migrate(db)]);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${server.address().port}`;
});

after(async () => {
  server.close();
  await db.end();
  await admin.query(`drop schema ${schema} cascade`);
  await admin.end();
});

/** Somebody with a cookie jar. */
function person() {
  let cookie = '';
  return async (method, path, body, headers = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0];
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers };
  };
}

let people = 0;
async function member() {
  const ask = person();
  const { status } = await ask('POST', '/accounts', { email: `p${++people}@example.com`, password: 'correct horse' });
  assert.equal(status, 201);
  return ask;
}

test('it is well', async () => {
  assert.deepEqual((await person()('GET', '/healthz')).body, { ok: true });
});

test('sign up, out and in again', async () => {
  const ask = person();
  await ask('POST', '/accounts', { email: 'Ada@Example.com ', password: 'correct horse' });
  assert.equal((await ask('GET', '/me')).body.email, 'ada@example.com');
  await ask('DELETE', '/sessions');
  assert.equal((await ask('GET', '/me')).status, 401);
  assert.equal((await ask('POST', '/sessions', { email: 'ada@example.com', password: 'wrong wrong' })).status, 401);
  assert.equal((await ask('POST', '/sessions', { email: 'ada@example.com', password: 'correct horse' })).status, 200);
});

test('the cookie cannot be read by scripts, and the table holds no token', async () => {
  const ask = person();
  const { headers } = await ask('POST', '/accounts', { email: 'cookie@example.com', password: 'correct horse' });
  assert.match(headers.get('set-cookie'), /HttpOnly; SameSite=Lax/);
  const token = /session=([^;]+)/.exec(headers.get('set-cookie'))[1];
  const { rows } = await db.query('select token_hash from session');
  assert.ok(rows.every((row) => row.token_hash.toString('base64url') !== token));
});

test('a note is written, changed and deleted', async () => {
  const ask = await member();
  const made = (await ask('POST', '/notes', { title: ' First ' })).body;
  assert.equal(made.title, 'First');
  const changed = await ask('PUT', `/notes/${made.id}`, { title: 'Second', body: 'x', version: made.version });
  assert.equal(changed.body.version, 2);
  assert.equal((await ask('PUT', `/notes/${made.id}`, { title: 'Late', body: '', version: 1 })).status, 409);
  assert.equal((await ask('DELETE', `/notes/${made.id}`)).status, 204);
  assert.equal((await ask('GET', `/notes/${made.id}`)).status, 404);
});

test('nobody sees, changes or deletes what belongs to somebody else', async () => {
  const [ada, eve] = [await member(), await member()];
  const { id } = (await ada('POST', '/notes', { title: 'Mine' })).body;
  assert.deepEqual((await eve('GET', '/notes')).body.items, []);
  assert.equal((await eve('GET', `/notes/${id}`)).status, 404);
  assert.equal((await eve('PUT', `/notes/${id}`, { title: 'Hers', body: '', version: 1 })).status, 404);
  assert.equal((await eve('DELETE', `/notes/${id}`)).status, 404);
  assert.equal((await person()('GET', `/notes/${id}`)).status, 401);
  assert.equal((await ada('GET', `/notes/${id}`)).body.title, 'Mine');
});

test('what is wrong is named, field by field', async () => {
  const ask = await member();
  const { status, body } = await ask('POST', '/notes', { title: '', admin: true });
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(body.error.fields).sort(), ['admin', 'title']);
});

test('bad bodies, methods, addresses and origins are refused', async () => {
  const ask = await member();
  assert.equal((await ask('POST', '/notes', '{')).status, 400);
  assert.equal((await ask('POST', '/notes', '[]')).status, 400);
  assert.equal((await ask('POST', '/notes', `"${'x'.repeat(200_000)}"`)).status, 413);
  assert.equal((await ask('PATCH', '/notes', {})).status, 405);
  assert.equal((await ask('GET', '/notes/1;drop table note')).status, 404);
  assert.equal((await ask('GET', '/%E0%A4%A')).status, 404);
  assert.equal((await ask('POST', '/notes', { title: 'x' }, { origin: 'https://evil.example' })).status, 403);
});

test('guessing a password ends soon', async () => {
  await person()('POST', '/accounts', { email: 'guess@example.com', password: 'correct horse' });
  const ask = person();
  const tries = [];
  for (let n = 0; n < 11; n++) tries.push((await ask('POST', '/sessions', { email: 'guess@example.com', password: `wrong ${n}xxxxx` })).status);
  assert.deepEqual([tries[0], tries[10]], [401, 429]);
});

test('deleting the account deletes everything of it', async () => {
  const ask = await member();
  await ask('POST', '/notes', { title: 'Gone soon' });
  const { id } = (await ask('GET', '/me')).body;
  assert.equal((await ask('DELETE', '/me')).status, 204);
  const { rows } = await db.query('select (select count(*) from note where account_id = $1)::int + (select count(*) from session where account_id = $1)::int as left', [id]);
  assert.equal(rows[0].left, 0);
});

import { Problem } from './http.js';
import { hashPassword, nobody, verifyPassword } from './passwords.js';
import { countAgainst } from './rate-limit.js';
import { check, email, password } from './validate.js';

export function accountRoutes(router, { db, sessions }) {
  const credentials = { email, password };
  const wrong = () => new Problem(401, 'unauthenticated', 'Address and password do not belong together.');

  router.add(
    'POST',
    '/accounts',
    async ({ body, address }) => {
      await countAgainst(db, `sign-up:${address}`, 20, 3600);
      const given = check(body, credentials);
      const hash = await hashPassword(given.password);
      const { rows } = await db.query(
        'insert into account (email, password_hash) values ($1, $2) on conflict (email) do nothing returning id, email',
        [given.email, hash],
      );
      // A real product says nothing here and mails the address either way.
      if (!rows[0]) throw new Problem(409, 'conflict', 'This address cannot be used for a new account.');
      return { status: 201, body: rows[0], headers: { 'set-cookie': await sessions.begin(rows[0].id) } };
    },
    { body: true },
  );

  router.add(
    'POST',
    '/sessions',
    async ({ body, address }) => {
      const given = check(body, credentials);
      await countAgainst(db, `sign-in:${address}`, 50, 300);
      await countAgainst(db, `sign-in:${given.email}`, 10, 300);
      const { rows } = await db.query('select id, email, password_hash from account where email = $1', [given.email]);
      const isRight = await verifyPassword(rows[0]?.password_hash ?? nobody, given.password);
      if (!rows[0] || !isRight) throw wrong();
      const { id, email: address_ } = rows[0];
      return { body: { id, email: address_ }, headers: { 'set-cookie': await sessions.begin(id) } };
    },
    { body: true },
  );

  router.add('GET', '/me', async ({ account }) => ({ body: account }), { member: true });

  router.add('DELETE', '/sessions', async ({ request }) => ({ headers: { 'set-cookie': await sessions.end(request) } }));

  router.add(
    'DELETE',
    '/me',
    async ({ account, request }) => {
      const gone = await sessions.end(request);
      await db.query('delete from account where id = $1', [account.id]);
      return { headers: { 'set-cookie': gone } };
    },
    { member: true },
  );
}

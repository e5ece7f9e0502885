import { createHmac, randomBytes } from 'node:crypto';

const days = 30;
const name = 'session';

export function createSessions({ db, config }) {
  // A copy of the table opens nothing: only keyed hashes are stored.
  const hashOf = (token) => createHmac('sha256', config.sessionSecret).update(token).digest();
  const cookie = (value, maxAge) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${config.isProduction ? '; Secure' : ''}`;
  const tokenIn = (request) => new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];

  return {
    async begin(accountId) {
      const token = randomBytes(32).toString('base64url');
      await db.query(`insert into session (token_hash, account_id, expires_at) values ($1, $2, now() + $3 * interval '1 day')`, [
        hashOf(token),
        accountId,
        days,
      ]);
      return cookie(token, days * 86_400);
    },
    async find(request) {
      const token = tokenIn(request);
      if (!token) return null;
      const { rows } = await db.query(
        'select account.id, account.email from session join account on account.id = account_id where token_hash = $1 and expires_at > now()',
        [hashOf(token)],
      );
      return rows[0] ?? null;
    },
    async end(request) {
      const token = tokenIn(request);
      if (token) await db.query('delete from session where token_hash = $1', [hashOf(token)]);
      return cookie('', 0);
    },
  };
}

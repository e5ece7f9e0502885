import { Problem } from './http.js';

/** Throws when `key` came more than `max` times in the present window. One count for all processes. */
export async function countAgainst(db, key, max, seconds) {
  const { rows } = await db.query(
    `insert into rate_limit (key, window_start, count)
     values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
     on conflict (key, window_start) do update set count = rate_limit.count + 1
     returning count`,
    [key, seconds],
  );
  if (rows[0].count > max) throw new Problem(429, 'too_many', 'Too many tries. Wait a moment, then try again.');
}

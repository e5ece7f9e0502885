import { Problem } from '#base/problem.ts';

const retryAfterSeconds = 5;

// Connection lost (08), read-only because another server is the primary now (25006), out of memory, connections or disk
// (53), shutting down or starting (57P0x), failing disk (58030).
const sqlStates = /^(08...|25006|53...|57P0[1-5]|58030)$/;

/** As a server says it that was the primary, or is not yet. */
export const notPrimary = (): Error =>
  Object.assign(new Error('this PostgreSQL is a read-only standby'), { code: '25006' });

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// Messages of pg and its pool that have no code.
const words =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** True if the database is temporarily unavailable: nothing is wrong with the query. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return words.test(error.message);
  // A missing socket file means a stopped database; any other missing file doesn't.
  return code === 'ENOENT' ? syscall === 'connect' : networkCodes.has(code) || sqlStates.test(code);
}

// A character that text can't contain (22021, 22P05), a number or date out of range (22003, 22008), a lone
// surrogate (22P02).
const notStorable = new Set(['22021', '22P05', '22003', '22008', '22P02']);

/** The Problem for a lost database (503 with Retry-After); undefined for any other error. */
export function asProblem(error: unknown): Problem | undefined {
  if (isDatabaseAway(error)) return new Problem('unavailable', undefined, { retryAfterSeconds });
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  // The input passes its schema but fits no column: a client error, not ours.
  return code !== undefined && notStorable.has(code)
    ? new Problem('bad_request', 'This contains a character, number or date that can’t be saved.')
    : undefined;
}

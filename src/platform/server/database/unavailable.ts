import { Problem } from '#base/problem.ts';

const retryAfterSeconds = 5;

// Connection lost (08), out of memory, connections or disk (53), shut down or starting (57P0x), a disk that fails (58030).
const sqlStates = /^(08...|53...|57P0[1-5]|58030)$/;

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

// What pg and its pool say without any code.
const words =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** True when the database is not there for now: nothing is wrong with what was asked of it. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return words.test(error.message);
  // No socket file is a stopped database; any other missing file is not.
  return code === 'ENOENT' ? syscall === 'connect' : networkCodes.has(code) || sqlStates.test(code);
}

// A character that no text has (22021, 22P05), a number or a day too large (22003, 22008), half a character (22P02).
const notStorable = new Set(['22021', '22P05', '22003', '22008', '22P02']);

/** The Problem that a lost database is for a visitor (503, with Retry-After); undefined for any other error. */
export function asProblem(error: unknown): Problem | undefined {
  if (isDatabaseAway(error)) return new Problem('unavailable', undefined, { retryAfterSeconds });
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  // What was sent fits its contract and no column: its sender's mistake, not a fault of ours.
  return code !== undefined && notStorable.has(code)
    ? new Problem('bad_request', 'This contains a character, number or date that can’t be saved.')
    : undefined;
}

import { Problem, type ProblemCode, problemCodes } from '#base/problem.ts';

export interface ApiOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** No call hangs forever. */
  timeoutMs?: number;
  /** For a page that is closing: the request outlives it, as far as browsers allow (64 KB). */
  isLeaving?: boolean;
}

const mostKeptAlive = 60_000;

/** No response within the caller's timeout. */
export class TimedOut extends Problem {
  override name = 'TimedOut';
  constructor() {
    super('unavailable', 'The server is taking too long. Try again in a moment.');
  }
}

/**
 * The only way the browser calls the server. Resolves with the response or rejects with a Problem; a network that
 * is down or too slow has the code `unavailable`.
 */
export async function api<T>(
  path: string,
  { method = 'GET', body, signal, timeoutMs = 20_000, isLeaving = false }: ApiOptions = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const text = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(isLeaving && (text?.length ?? 0) < mostKeptAlive && { keepalive: true }),
      ...(text !== undefined && { headers: { 'content-type': 'application/json' }, body: text }),
    });
    answer = parsed(await response.text());
    // An HTML page in place of a response comes from something in between, such as a hotel's login page.
    if (response.ok && answer === undefined) throw new Error('Not the server’s answer');
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) throw new TimedOut();
    throw new Problem('unavailable', 'Can’t reach the server. Check your connection, then try again.');
  }
  if (response.ok) return answer as T;
  const problem = problemFrom(response.status, answer);
  if (problem.code === 'unauthenticated') for (const hear of refused) hear();
  throw problem;
}

const refused = new Set<() => void>();

/** Called for every response that says "sign in first". */
export function onRefusal(hear: () => void): () => void {
  refused.add(hear);
  return () => refused.delete(hear);
}

/** A stream was rejected without a reason: checks whether the session has ended. */
export const heardRefusal = (): void => refused.forEach((hear) => hear());

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemFrom(status: number, answer: unknown): Problem {
  const error = (
    answer as {
      error?: {
        code?: string;
        message?: string;
        fields?: Record<string, string>;
        retryAfterSeconds?: number;
      };
    } | null
  )?.error;
  const known = error?.code !== undefined && error.code in problemCodes;
  if (!error || !known) return new Problem(status >= 500 ? 'unavailable' : 'bad_request');
  return new Problem(error.code as ProblemCode, error.message, {
    ...(error.fields && { fields: error.fields }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  });
}

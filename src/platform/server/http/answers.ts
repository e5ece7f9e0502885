import { type Problem, problemCodes } from '#base/problem.ts';

/** The default when no one knows how soon a service is back. */
const usualWait = 5;

/** The one error format: a code to handle, a message to show, and a request ID to quote. */
export function problemResponse(problem: Problem, requestId: string, wordsAs?: string): Response {
  const { fields } = problem.details;
  const retryAfterSeconds =
    problem.details.retryAfterSeconds ?? (problem.code === 'unavailable' ? usualWait : undefined);
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterSeconds)));
  // The unread rest of a body that is too large must not be parsed as the next request.
  if (problem.code === 'too_large') headers.set('connection', 'close');
  return new Response(
    JSON.stringify({
      // An internal error must not be cached for anything.
      ...(wordsAs && problemCodes[problem.code].status < 500 && { [wordsAs]: wordsOf(problem) }),
      error: {
        code: problem.code,
        message: problem.message,
        requestId,
        ...(fields && { fields }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      },
    }),
    { status: problemCodes[problem.code].status, headers },
  );
}

/** What to show a person: the field's own message if a field is wrong. */
const wordsOf = ({ message, details: { fields } }: Problem): string =>
  (fields && Object.values(fields)[0]) ?? message;

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response => {
  const all = { 'cache-control': 'no-store', ...headers, 'content-type': 'application/json' };
  return new Response(JSON.stringify(value ?? null), { status, headers: all });
};

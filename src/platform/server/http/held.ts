import type * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { Route } from './route.ts';

/** What a route returns, held to what it declares: only where that is checked. */
export function checked(route: Route, result: unknown, really: boolean): unknown {
  if (!really || !route.answer || route.answer === 'raw') return result;
  const parsed = route.answer.safeParse(result);
  if (!parsed.success)
    throw new Error(
      `${route.method} ${route.path} returned a response that doesn’t match its schema: ${parsed.error.message}`,
    );
  return parsed.data;
}

/** What somebody sent, held to what the route takes: each mistake at its field. */
export function parse(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  code: 'bad_request' | 'not_found',
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  if (code === 'not_found') throw new Problem('not_found');
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw new Problem(
    'bad_request',
    Object.entries(fields)
      .map(([name, words]) => `${name}: ${words}`)
      .join('; ')
      .slice(0, 400),
    { fields },
  );
}

import { funnel as funnelSchema, mostBytes, mostSteps, type Funnel } from './contract.ts';
import { sharedAddress, sharedId, tidied } from './make.ts';

/** A funnel out of a file that anybody may have written: what does not fit is refused in words, the rest is tidied. */
export function readImport(text: string, id: string): { funnel: Funnel } | { error: string } {
  if (text.length > mostBytes) return { error: 'This file is larger than the 3 MB limit for a funnel.' };
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { error: 'This isn’t a JSON file. Choose a funnel exported here.' };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { error: 'This file doesn’t contain a funnel. Choose a funnel exported here.' };
  const parsed = funnelSchema.safeParse({ ...given, id });
  if (!parsed.success) return { error: wordsOf(parsed.error.issues[0], given) };
  const twice = sharedId(parsed.data);
  if (twice !== undefined)
    return { error: `Two parts of this file have the same ID, “${twice}”. Give each its own.` };
  const address = sharedAddress(parsed.data);
  if (address !== undefined)
    return {
      error: `Two pages of this file have the same address, “${address}”. Give each its own, and check the links to it.`,
    };
  const slug = `${parsed.data.slug.slice(0, 50).replace(/(?<!-)-+$/, '')}-${id.slice(-6)}`;
  return { funnel: tidied({ ...parsed.data, slug }) };
}

interface Issue {
  path: readonly PropertyKey[];
  code: string;
  message: string;
}

/** Where it lies and what is wrong there, in words for who wrote the file. */
function wordsOf(issue: Issue | undefined, given: object): string {
  const path = issue?.path ?? [];
  const place = path.map((part) => (typeof part === 'number' ? String(part + 1) : String(part))).join(' → ');
  const value = path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined,
    given,
  );
  if (path[0] === 'steps' && path[2] === 'blocks' && path[4] === 'type' && typeof value === 'string')
    return `This file has an unknown block, “${value.slice(0, 40)}” (${place}). It’s from a newer version or another program.`;
  if (path.length === 1 && path[0] === 'steps' && issue?.code === 'too_big')
    return `This file has more than ${mostSteps} steps, the limit for a funnel.`;
  const wrong = value === undefined ? 'is missing' : issue?.code === 'too_big' ? 'is too long' : 'is invalid';
  return `This file doesn’t contain a valid funnel: ${place} ${wrong}.`;
}

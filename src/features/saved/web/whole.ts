import { Problem } from '#base/problem.ts';
import type { Aside, Durable } from '#platform/web/durable.ts';
import { isWholeOf } from '../rules/content.ts';
import { savedApi, type SavedTemplate } from '../rules/contract.ts';
import { repairRecord } from '../rules/repair.ts';
import { sizes, utf8Bytes } from '../rules/sizes.ts';

const kind = 'saved';
type Asides = Pick<Durable, 'asides' | 'bodies' | 'waiting' | 'brought'>;
type Ask = typeof fetch;

/** All of a text that was cut for its record: from this device, else from the account; null where neither has it. */
export async function wholeOf(
  durable: Pick<Durable, 'asides'>,
  { userId, id, content }: SavedTemplate,
  ask: Ask | null,
): Promise<string | null> {
  const here = (await durable.asides(userId, kind).catch(() => []))
    .map(({ body }) => repairRecord(body)?.content ?? '')
    .find((text) => isWholeOf(text, content));
  if (here !== undefined || !ask) return here ?? null;
  const response = await ask(savedApi.whole(id)).catch(() => null);
  const there = response?.ok ? await response.text().catch(() => '') : '';
  return isWholeOf(there, content) ? there : null;
}

/** The same template with all of its text: saved again, it is cut again and its whole is kept again. */
export function uncut(template: SavedTemplate, content: string): SavedTemplate {
  const { storageNote: _of, ...rest } = template;
  return { ...rest, content, isCompressed: false, compressedContentLength: content.length };
}

/** Brings to the account what it has only cut. What does not get through is brought another time. */
export async function bringWholes(durable: Asides, owner: string, ask: Ask): Promise<void> {
  const left = (await durable.asides(owner, kind)).filter(
    (aside) => !aside.brought && wholeIn(aside).length > sizes.contentCap,
  );
  if (left.length === 0) return;
  const [bodies, waiting] = await Promise.all([durable.bodies(owner, kind), durable.waiting(owner)]);
  // An edit that came second has become another template since.
  const idOf = (aside: Aside) =>
    bodies.find(({ body }) => isWholeOf(wholeIn(aside), repairRecord(body)?.content ?? ''))?.id ?? aside.id;
  for (const aside of left) {
    const id = idOf(aside);
    if (waiting.some((row) => row.id === id)) continue;
    const fits = utf8Bytes(wholeIn(aside)) <= sizes.wholeBytes;
    await durable.brought(aside, fits && (await bring(id, wholeIn(aside), ask)) ? 'there' : 'past');
  }
}

const wholeIn = ({ body }: Aside): string => repairRecord(body)?.content ?? '';

async function bring(id: string, whole: string, ask: Ask): Promise<boolean> {
  const response = await ask(savedApi.whole(id), {
    method: 'PUT',
    credentials: 'same-origin',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: whole,
    signal: AbortSignal.timeout(120_000),
  });
  if (response.ok) return true;
  // A newer text stands there, or none: this one is an older version, and stays here.
  if (response.status < 500 && response.status !== 401 && response.status !== 429) return false;
  throw new Problem('unavailable');
}

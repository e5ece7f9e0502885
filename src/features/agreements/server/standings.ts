import { setImmediate } from 'node:timers/promises';
import type { Doc } from '#features/documents/server/public.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { calledAt, type Standing } from '../rules/begun.ts';
import { standingsIn } from '../rules/standing.ts';
import { type Agreement, type Comment, docOf } from './ledger.ts';

/** What was said about versions before these is looked for by its words alone. */
const mostCompared = 20;

/** Where each comment belongs in the text that is out now, by its id. */
export async function standingsOf(
  db: AnyKysely,
  agreement: Agreement,
  doc: Pick<Doc, 'blocks'>,
  comments: readonly Pick<Comment, 'id' | 'version' | 'place'>[],
): Promise<Map<string, Standing>> {
  const found = new Map<string, Standing>();
  for (const [version, some] of Map.groupBy(comments, (one) => one.version)) {
    // Others are answered between one version and the next.
    await setImmediate();
    const standing =
      version === agreement.version
        ? (place: string): Standing => ({ place, is: 'same', called: calledAt(doc, place) })
        : standingsIn(await docOf(db, agreement, version), doc, version < agreement.version - mostCompared);
    for (const { id, place } of some) found.set(id, standing(place));
  }
  return found;
}

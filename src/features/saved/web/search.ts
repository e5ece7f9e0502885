import type { Durable } from '#platform/web/durable.ts';
import { plainText } from '../rules/content.ts';
import { repairRecord } from '../rules/repair.ts';
import { holdsAll, wordsOf } from '../rules/list-view.ts';

/** Whose text on this device holds every word; what is only in the account, the account searches. */
export async function searchHere(
  durable: Pick<Durable, 'bodies'>,
  owner: string,
  query: string,
): Promise<string[]> {
  const words = wordsOf(query);
  const bodies = await durable.bodies(owner, 'saved');
  return bodies.flatMap(({ id, body }) => {
    const record = repairRecord(body);
    return record && holdsAll(`${record.name} ${plainText(record.content)}`, words) ? [id] : [];
  });
}

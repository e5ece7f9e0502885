import { consentingPeople } from '#features/consent/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Issue } from './issue.ts';
import { sieveCount } from './readers.ts';

/** How many would get it if it were sent now. */
export async function readership(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  issue: Pick<Issue, 'id' | 'topics'>,
): Promise<{ all: number; chosen: number }> {
  let [all, chosen] = [0, 0];
  for (let after: string | undefined; ;) {
    const people = await consentingPeople(db.tables(), 'newsletter', { after, limit: 500 });
    all += people.length;
    chosen += await sieveCount(db.tables(), people, issue, clock.now());
    if (people.length < 500) return { all, chosen };
    after = people.at(-1)?.id;
  }
}

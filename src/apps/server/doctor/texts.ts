import { countOf } from '#base/count.ts';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hubMonth } from '#platform/server/texts/month.ts';
import { monthAdvice, monthWords } from '#platform/server/texts/month-watch.ts';
import { type Finding, good, note } from './finding.ts';

/** What text messages may cost this month, and where they go. */
export async function textsFinding(
  db: Pick<Database, 'tables'>,
  { texts, textsHubPerMonth, textsTo }: Pick<Config, 'texts' | 'textsHubPerMonth' | 'textsTo'>,
  clock: Clock,
): Promise<Finding[]> {
  if (!texts) return [];
  const month = await hubMonth(db.tables(), textsHubPerMonth, clock.now());
  const where = textsTo === 'all' ? 'every country' : countOf(textsTo.size, 'country', 'countries');
  const words = `${monthWords(month)}, to ${where}`;
  const advice = monthAdvice(month);
  return [advice === null ? good('texts', words) : note('texts', words, advice)];
}

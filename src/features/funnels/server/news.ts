import type { AnyKysely, Database } from '#platform/server/database/database.ts';
import { createNews as createNewsOf, tellMoved } from '#platform/server/database/news.ts';

export type { News } from '#platform/server/database/news.ts';

const topic = 'funnel-numbers';

/** Tells whoever looks at the numbers of these funnels, in any process, that they have moved. */
export const tellCounted = (db: AnyKysely, funnelIds: string[]): Promise<void> =>
  tellMoved(db, topic, funnelIds);

export const createNews = (db: Pick<Database, 'listen'>) => createNewsOf(db, topic);

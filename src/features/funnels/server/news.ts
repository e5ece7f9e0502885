import { sql } from 'kysely';
import type { AnyKysely, Database } from '#platform/server/database/database.ts';
import { notice, noticeChannel } from '#platform/server/database/listener.ts';

const topic = 'funnel-numbers';

/** Tells whoever looks at the numbers of these funnels, in any process, that they have moved. */
export async function tellCounted(db: AnyKysely, funnelIds: string[]): Promise<void> {
  const notices = [...new Set(funnelIds)].sort().map((id) => notice(topic, id));
  await sql`select pg_notify(${noticeChannel}, line) from unnest(${notices}::text[]) as told (line)`.execute(
    db,
  );
}

/** Who listens for the numbers of which funnel, in this process. */
export function createNews(db: Pick<Database, 'listen'>) {
  const ears = new Map<string, Set<() => void>>();
  const tell = (hearing: Iterable<() => void> = []) => {
    for (const hear of hearing) hear();
  };
  let stopListening: (() => void) | undefined;

  return {
    follow(funnelId: string, hear: () => void): () => void {
      stopListening ??= db.listen(
        topic,
        (id) => tell(ears.get(id)),
        () => tell([...ears.values()].flatMap((all) => [...all])),
      );
      const all = ears.get(funnelId) ?? new Set();
      ears.set(funnelId, all.add(hear));
      return () => {
        all.delete(hear);
        if (all.size === 0 && ears.get(funnelId) === all) ears.delete(funnelId);
      };
    },
    stop: () => stopListening?.(),
  };
}

export type News = ReturnType<typeof createNews>;

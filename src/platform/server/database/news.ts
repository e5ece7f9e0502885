import { sql } from 'kysely';
import type { AnyKysely, Database } from './database.ts';
import { notice, noticeChannel } from './listener.ts';

/** Tells, with the commit, that these have moved; whoever listens asks again. The same id in one transaction is told once. */
export async function tellMoved(db: AnyKysely, topic: string, ids: Iterable<string>): Promise<void> {
  const notices = [...new Set(ids)].sort().map((id) => notice(topic, id));
  if (notices.length === 0) return;
  await sql`select pg_notify(${noticeChannel}, line) from unnest(${notices}::text[]) as told (line)`.execute(
    db,
  );
}

/** Who listens for which id of a topic, in this process: the database is listened to once. */
export function createNews(db: Pick<Database, 'listen'>, topic: string) {
  const ears = new Map<string, Set<() => void>>();
  const tell = (hearing: Iterable<() => void> = []) => {
    for (const hear of hearing) hear();
  };
  let stopListening: (() => void) | undefined;

  return {
    follow(id: string, hear: () => void): () => void {
      stopListening ??= db.listen(
        topic,
        (moved) => tell(ears.get(moved)),
        () => tell([...ears.values()].flatMap((all) => [...all])),
      );
      const all = ears.get(id) ?? new Set();
      ears.set(id, all.add(hear));
      return () => {
        all.delete(hear);
        if (all.size === 0 && ears.get(id) === all) ears.delete(id);
      };
    },
    stop: () => stopListening?.(),
  };
}

export type News = ReturnType<typeof createNews>;

import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { epochOf } from '#platform/server/database/epoch.ts';
import type { ChangesAnswer } from '../rules/contract.ts';
import { headColumns, headOfRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { changesTopic } from './write-once.ts';

const page = 500;

export interface Beginning {
  after: number;
  epoch: string;
  /** The place that was named is of another history than this: all of it is told, from its beginning. */
  isAnew: boolean;
}

/** Where to begin for a device that was last at a place, in the history that it knew then; null when it did not say. */
export async function beginning(
  db: Database,
  owner: string,
  after: number,
  knownEpoch: string | null,
): Promise<Beginning> {
  const epoch = await epochOf(db);
  if (after === 0) return { after, epoch, isAnew: false };
  const { seq } = (await db
    .tables<SavedTables>()
    .selectFrom('saved_owner')
    .select('seq')
    .where('owner_id', '=', owner)
    .executeTakeFirst()) ?? { seq: 0 };
  const isAnew = after > seq || (knownEpoch !== null && knownEpoch !== epoch);
  return { after: isAnew ? 0 : after, epoch, isAnew };
}

/** What changed for an owner after a place in their sequence, in order. */
export async function changesAfter(db: Database, owner: string, after: number): Promise<Changes> {
  const rows = await db
    .tables<SavedTables>()
    .selectFrom('saved_template')
    .select(headColumns)
    .where('owner_id', '=', owner)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(page)
    .execute();
  return { heads: rows.map(headOfRow), seq: rows.at(-1)?.seq ?? after, more: rows.length === page };
}

export type Changes = Omit<ChangesAnswer, 'epoch' | 'isAnew'>;

export interface Subscriber {
  /** Where this one is; moved on by the feed. */
  after: number;
  /** A page of changes; the first one comes even when it is empty. */
  hear(changes: Changes): void;
  fail(error: unknown): void;
}

/** A notice that is lost costs no more than this. */
const lookEveryMs = 5000;

/** Tells every subscriber of an owner what changed, with one query for all that stand at one place. */
export function createFeed(db: Database, lookMs = lookEveryMs) {
  const owners = new Map<string, { subscribers: Set<Subscriber>; isBusy: boolean; isDirty: boolean }>();

  async function feed(owner: string): Promise<void> {
    const line = owners.get(owner);
    if (!line) return;
    line.isDirty = true;
    if (line.isBusy) return;
    line.isBusy = true;
    try {
      while (line.isDirty) {
        line.isDirty = false;
        const places = Map.groupBy(line.subscribers, ({ after }) => after);
        for (const [after, subscribers] of places) {
          const changes = await changesAfter(db, owner, after);
          if (changes.more) line.isDirty = true;
          for (const subscriber of subscribers) {
            if (!line.subscribers.has(subscriber)) continue;
            subscriber.after = changes.seq;
            subscriber.hear(changes);
          }
        }
      }
    } catch (error) {
      // They come back with the place they know.
      for (const subscriber of line.subscribers) subscriber.fail(error);
    } finally {
      line.isBusy = false;
    }
  }

  let epoch: string | undefined;
  /** Something may have been missed; in another history than before, they may also know what never was. */
  async function afterGap(): Promise<void> {
    // Until everyone has heard of the gap, the epoch is the one from before.
    await Promise.resolve();
    const now = await epochOf(db);
    const isOther = epoch !== undefined && now !== epoch;
    epoch = now;
    for (const [owner, { subscribers }] of owners)
      if (isOther) for (const each of subscribers) each.fail(new Error('another history'));
      else void feed(owner);
  }
  let stopListening: (() => void) | null = null;
  let looking: NodeJS.Timeout | undefined;

  /** What changed for those whom somebody listens for, with one query for all of them. */
  async function look(): Promise<void> {
    if (db.state() === 'down') return;
    const moved = await db
      .tables<SavedTables>()
      .selectFrom('saved_owner')
      .select(['owner_id', 'seq'])
      .where(sql<boolean>`owner_id = any(${[...owners.keys()]})`)
      .execute();
    for (const { owner_id, seq } of moved) {
      const behind = [...(owners.get(owner_id)?.subscribers ?? [])].some(({ after }) => after < seq);
      if (behind) void feed(owner_id);
    }
  }

  return {
    subscribe(owner: string, subscriber: Subscriber): () => void {
      stopListening ??= db.listen(
        changesTopic,
        (changed) => void feed(changed),
        () => void afterGap().catch(() => {}),
      );
      const line = owners.get(owner) ?? { subscribers: new Set<Subscriber>(), isBusy: false, isDirty: false };
      owners.set(owner, line);
      line.subscribers.add(subscriber);
      void epochOf(db).then(
        (now) => (epoch ??= now),
        () => {},
      );
      looking ??= setInterval(() => void look().catch(() => {}), lookMs).unref();
      void feed(owner);
      return () => {
        line.subscribers.delete(subscriber);
        if (line.subscribers.size === 0 && owners.get(owner) === line) owners.delete(owner);
        if (owners.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      };
    },
    count: () => [...owners.values()].reduce((sum, { subscribers }) => sum + subscribers.size, 0),
  };
}

export type Feed = ReturnType<typeof createFeed>;

import { Problem } from '#base/problem.ts';
import type { Done } from '#platform/server/desk.ts';
import { type Config, ConfigError, readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import {
  keepSettings,
  type Kept,
  type KeptGroup,
  keptFile,
  keptGroups,
  keptMark,
  readKept,
} from '#platform/server/kept-settings.ts';

export type KeptSettings = ReturnType<typeof createKeptSettings>;

/** Settings that are given at the desk: kept in a file beside the data, and in use from the next start. */
export function createKeptSettings({
  db,
  config,
  restart,
}: {
  db: Database;
  config: Config;
  restart?: (() => void) | undefined;
}) {
  const { dataDir } = config;
  const toUse = restart
    ? 'It takes effect when the hub restarts: press “Restart the hub” on this step.'
    : 'It takes effect when the hub restarts: sudo systemctl restart hub, or however you run it.';

  /** Somebody has edited the file: the hub runs on, and the next start would not. */
  function readHere(): Kept {
    try {
      return readKept(dataDir);
    } catch (error) {
      if (error instanceof ConfigError)
        throw new Problem(
          'conflict',
          `${error.message}. Correct the file or delete it, or the hub won’t start.`,
        );
      throw error;
    }
  }

  const locked = <T>(work: () => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => {
      await holdLock(trx, 'kept settings');
      return work();
    });

  function assertFree(group: KeptGroup): void {
    if (config.settingsFrom[group] === 'environment')
      throw new Problem(
        'conflict',
        `${keptGroups[group].join(', ')}: set in the hub’s environment, and changed there.`,
      );
  }

  return {
    file: keptFile(dataDir),
    /** What brings it into use, in words. */
    toUse,
    read: readHere,

    /** What the next start can't take would keep it from starting at all. */
    assertStarts(): void {
      try {
        readConfig({}, readHere());
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        throw new Problem('conflict', `Not restarted. ${error.message}`);
      }
    },

    mark: (): string => keptMark(dataDir),

    /** What was kept of a group and isn't in use yet, or is in use and was taken out. */
    waits(group: KeptGroup, inUse: Kept): boolean {
      if (config.settingsFrom[group] === 'environment') return false;
      const kept = readHere();
      return keptGroups[group].some((name) => (kept[name] ?? '') !== (inUse[name] ?? ''));
    },

    /** Only what a start would take is kept; `seen` is the mark that the form was opened with. */
    async keep(group: KeptGroup, values: Kept, seen: string): Promise<void> {
      assertFree(group);
      try {
        readConfig({}, values);
      } catch (error) {
        if (error instanceof ConfigError)
          throw new Problem('bad_request', `Nothing was saved. ${error.message}`);
        throw error;
      }
      await locked(async () => {
        if (keptMark(dataDir) !== seen)
          throw new Problem(
            'conflict',
            'Nothing was saved: somebody else has changed these settings since you opened this form. Look at them, then save again.',
          );
        readHere();
        await keepSettings(dataDir, group, values);
      });
    },

    async forget(group: KeptGroup): Promise<Done> {
      assertFree(group);
      return locked(async () => {
        const had = keptGroups[group].filter((name) => readHere()[name]);
        if (had.length === 0) throw new Problem('conflict', 'Nothing of it is saved here.');
        await keepSettings(dataDir, group, undefined);
        return {
          words: `Removed. ${toUse}`,
          before: Object.fromEntries(had.map((name) => [name, 'kept'])),
        };
      });
    },
  };
}

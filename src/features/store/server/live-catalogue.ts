import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Platform } from '#platform/server/platform.ts';
import { watchSite } from '#platform/server/site/watch.ts';
import { type Catalogue, createTimedCatalogue, loadCatalogue } from './catalogue.ts';
import { importCatalogue } from './import-catalogue.ts';
import { type CatalogueFolders, foldersIn, readCatalogue, readSaysShipped } from './read-catalogue.ts';
import { endedWords } from './samples.ts';

/** What is on sale right now, in this process: kept in step with the folders and with every other process. */
export interface LiveCatalogue {
  /** Waits only while another state of the catalogue is being fetched, so no answer is older than what told of it. */
  now(): Catalogue | Promise<Catalogue>;
  /** What is on sale as far as this process knows at this moment. */
  known(): Catalogue;
  /** Another number means that time has changed what is on sale. */
  turns(): number;
  mistakes(): string[];
  /** The hub is live, and the operator hasn't said whether the shipped products are sold: they aren't. */
  isSampleUnsaid(): boolean;
  /** Reads the folders now: what was just put there is on sale when it returns. */
  reread(): Promise<void>;
  start(): Promise<() => Promise<void>>;
}

type Parts = Pick<Platform, 'db' | 'files' | 'clock' | 'log'>;

const patienceMs = 1000;

export function createLiveCatalogue(parts: Parts, folders: CatalogueFolders): LiveCatalogue {
  const { db, log, clock } = parts;
  let catalogue = createTimedCatalogue(-1, []);
  let turnsBefore = 0;
  let fetching: Promise<Catalogue> | null = null;
  let mistakes: string[] = [];
  let isUnsaid = false;
  let ended = false;
  let retry: NodeJS.Timeout | undefined;
  let rereading: Promise<void> = Promise.resolve();

  async function read({ isFirst = false } = {}): Promise<void> {
    const reading = await readCatalogue(folders);
    for (const line of reading.mistakes) if (!mistakes.includes(line)) log.error(line);
    mistakes = reading.mistakes;
    isUnsaid = folders.isLive === true && (await readSaysShipped(folders.own).catch(() => 'no')) === null;
    const { changed, removed } = await importCatalogue(parts, reading);
    const shipped = isUnsaid && removed.length > 0 ? await foldersIn(folders.shipped) : new Map();
    const samples = removed.filter((id) => shipped.has(id)).length;
    if (samples > 0) log.warn(endedWords(samples));
    // At the start the number of products on sale says it.
    if (isFirst || (changed.length === 0 && removed.length === 0)) return;
    // This process needs nobody to tell it.
    refresh();
    await fetching;
    log.info('Catalog reloaded', { changed: changed.length, removed: removed.length });
  }

  /** Whatever was told while a fetch ran is not in it: then it is fetched once more. */
  function refresh(): void {
    const after = fetching ?? Promise.resolve();
    const mine: Promise<Catalogue> = after.then(async () => {
      try {
        const loaded = await loadCatalogue(db, catalogue.revision);
        if (loaded) {
          turnsBefore += catalogue.turns() + 1;
          catalogue = loaded;
        }
      } catch (error) {
        if (!ended)
          log.error('Couldn’t read the catalog from the database; the previous products stay on sale', {
            error,
          });
        again();
      }
      if (fetching === mine) fetching = null;
      return known();
    });
    fetching = mine;
  }

  // Pages drawn meanwhile show the state before: telling everybody once more has them drawn anew.
  function again(): void {
    clearTimeout(retry);
    if (ended) return;
    retry = setTimeout(() => void db.notify(db.tables(), 'content', 'catalogue').catch(again), patienceMs);
    retry.unref();
  }

  /** One after the other: a reading that began earlier must not have the last word. */
  const reread = () =>
    (rereading = rereading
      .then(() => read())
      .catch((error: unknown) =>
        log.error('Couldn’t read the catalog folders; the previous products stay on sale', { error }),
      ));

  const known = (): Catalogue => catalogue.at(clock.now());

  return {
    now: () => fetching ?? known(),
    known,
    turns() {
      known();
      return turnsBefore + catalogue.turns();
    },
    mistakes: () => mistakes,
    isSampleUnsaid: () => isUnsaid,
    reread,
    async start() {
      await read({ isFirst: true });
      const stops = [db.listen('content', refresh, refresh)];
      refresh();
      await fetching;
      stops.push(
        watchBelow(dirname(folders.own), folders.own, reread),
        watchBelow(folders.shipped, folders.shipped, reread),
      );
      return async () => {
        ended = true;
        clearTimeout(retry);
        for (const stop of stops) stop();
        await rereading;
        await fetching;
      };
    },
  };
}

const mostFolders = 1000;

/** Watches a folder that may come and go inside another, with every folder below it. */
function watchBelow(root: string, folder: string, changed: () => Promise<void>): () => void {
  return watchSite(root, changed, () => {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    } catch {
      // Not there yet: its parent is watched.
    }
    const below = entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    return [...new Set(['', relative(root, folder), ...below])].slice(0, mostFolders);
  });
}

import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const sitePlaces = () => ['', 'pages', 'images', 'portfolio'];

/** Long enough for an editor to write a file in several steps. */
const settleMilliseconds = 120;

/**
 * Tells when something in the site folder changed and has come to rest, one call at a time.
 * The folder, and each inside it that `inside` names, may come and go.
 */
export function watchSite(
  siteDir: string,
  changed: () => Promise<void>,
  inside: () => string[] = sitePlaces,
): () => void {
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let closed = false;

  const stir = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(async () => {
        if (closed) return;
        // Watchers hold on to a folder that was replaced, so they are set anew, before reading: nothing falls between.
        attach();
        await changed();
      });
    }, settleMilliseconds);
    timer.unref();
  };

  const watchFolder = (folder: string, concerns: (name: string | null) => boolean): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (concerns(name)) stir();
      });
      watcher.on('error', stir);
      watchers.push(watcher);
    } catch {
      // Not there, or this machine has no watchers left: the words are then read at the next start.
    }
  };

  function attach(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
    watchFolder(dirname(siteDir), (name) => name === null || name === basename(siteDir));
    for (const inner of inside()) watchFolder(join(siteDir, inner), () => true);
  }

  attach();
  return () => {
    closed = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const sitePlaces = () => ['', 'pages', 'images', 'portfolio'];

/** Long enough for an editor to write a file in several steps. */
const settleMilliseconds = 120;

/**
 * Calls back when something in the site folder has changed and settled, one call at a time. The folder, and each
 * subfolder that `inside` lists, may come and go.
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
        // Watchers keep following a replaced folder, so they are recreated before reading: no change is missed.
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
      // The folder doesn't exist, or this machine is out of watchers: texts are reloaded at the next start.
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

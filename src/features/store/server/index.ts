import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CatalogueFolders } from './read-catalogue.ts';
import { storeRoutes } from './routes.ts';
import { createShelf } from './shelf.ts';

const shipped = fileURLToPath(new URL('../../../../catalog', import.meta.url));

/** Digital products: folders in, a shop out. */
export function store(
  platform: Platform,
  folders: CatalogueFolders = { shipped, own: join(platform.config.siteDir, 'catalog') },
): ServerFeature {
  const shelf = createShelf(platform, folders);
  return {
    name: 'store',
    routes: storeRoutes(shelf, platform.files),
    start: () => shelf.start(),
    listed: () => shelf.known().listed(),
    knows: () => shelf.known().knows(),
    runsOn() {
      const { count } = shelf.known();
      const mistakes = shelf.mistakes();
      const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more in the log)` : '';
      return [
        {
          service: 'catalogue',
          runsOn: `${count} ${count === 1 ? 'product' : 'products'} on sale`,
          state: count > 0 ? 'up' : 'off',
          ...(mistakes.length > 0 && { advice: `${mistakes[0]}${more}` }),
          ...(count === 0 &&
            mistakes.length === 0 && {
              advice: 'Put a product into site/catalog; docs/catalogue.md says how',
            }),
        },
      ];
    },
  };
}

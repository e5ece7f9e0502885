import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countOf } from '#base/count.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { notifyCommand, productCheckCommand } from './product-commands.ts';
import type { Orders } from './orders/index.ts';
import type { CatalogueFolders } from './read-catalogue.ts';
import { storeRoutes } from './routes.ts';
import { createLiveCatalogue } from './live-catalogue.ts';
import { createShelf } from './shelf/shelf.ts';

const shipped = fileURLToPath(new URL('../../../../catalog', import.meta.url));

export interface StoreParts {
  /** Selling; without it the shop only shows. */
  orders?: Orders;
  folders?: CatalogueFolders;
}

/** Digital products: folders in, a shop out. */
export function store(
  platform: Platform,
  { orders, folders = { shipped, own: join(platform.config.siteDir, 'catalog') } }: StoreParts = {},
): ServerFeature {
  const catalogue = createLiveCatalogue(platform, folders);
  const { db, clock } = platform;
  const shelf = createShelf({ db, clock, folders, reread: catalogue.reread });
  return {
    name: 'store',
    routes: [...storeRoutes(catalogue, platform.files), ...(orders?.routes ?? [])],
    commands: [productCheckCommand(folders), notifyCommand(platform), ...(orders?.commands ?? [])],
    jobs: [
      ...(orders?.jobs ?? []),
      { name: 'store-removed-products', everySeconds: 3600, run: () => shelf.tidy() },
    ],
    ...(orders && { desk: orders.desk(shelf) }),
    ...(orders?.person && { person: orders.person }),
    start: () => catalogue.start(),
    listed: () => catalogue.known().listed(),
    knows: () => catalogue.known().knows(),
    runsOn() {
      const { count } = catalogue.known();
      const mistakes = catalogue.mistakes();
      const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more in the log)` : '';
      return [
        ...(orders?.runsOn?.() ?? []),
        {
          service: 'catalogue',
          runsOn: `${countOf(count, 'product')} on sale`,
          state: count > 0 ? 'up' : 'off',
          ...(mistakes.length > 0 && { advice: `${mistakes[0]}${more}` }),
          ...(count === 0 &&
            mistakes.length === 0 && {
              advice: 'Add a product to site/catalog. See docs/catalogue.md',
            }),
        },
      ];
    },
  };
}

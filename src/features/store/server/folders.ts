import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '#platform/server/config.ts';
import type { CatalogueFolders } from './read-catalogue.ts';

const shipped = fileURLToPath(new URL('../../../../catalog', import.meta.url));

export const foldersOf = ({ siteDir, live }: Pick<Config, 'siteDir' | 'live'>): CatalogueFolders => ({
  shipped,
  own: join(siteDir, 'catalog'),
  isLive: live,
});

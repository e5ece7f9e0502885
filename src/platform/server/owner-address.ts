import type { Platform } from '#platform/server/platform.ts';

/** The one address that forms of this hub write to, whatever they say. */
export const ownerAddress = ({ config, site }: Pick<Platform, 'config' | 'site'>): string =>
  config.ownerEmail ?? site.words().seller.email;

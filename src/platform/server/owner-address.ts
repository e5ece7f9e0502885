import type { Platform } from '#platform/server/platform.ts';

/** The only address that the hub's forms send to, whatever they contain. */
export const ownerAddress = ({ config, site }: Pick<Platform, 'config' | 'site'>): string =>
  config.ownerEmail ?? site.words().seller.email;

import { findCached, keepCached } from '#platform/web/caches.ts';

const most = 100;

/** What a link with somebody's token shows is theirs alone, and stays on no device. */
export const keep = async (path: string, value: unknown): Promise<void> => {
  if (!/\bt=/.test(path)) await keepCached('page-data', path, value, most);
};
export const find = (path: string): Promise<unknown> => findCached('page-data', path);

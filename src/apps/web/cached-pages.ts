import { findCached, keepCached } from '#platform/web/caches.ts';

const most = 100;

export const keep = (path: string, value: unknown): Promise<void> =>
  keepCached('page-data', path, value, most);
export const find = (path: string): Promise<unknown> => findCached('page-data', path);

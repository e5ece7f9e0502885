import type { Platform } from '#platform/server/platform.ts';
import { keepReport } from './store.ts';

/** Where the server's own errors go when no other service is named. */
export const keepServerError =
  (platform: Pick<Platform, 'db' | 'clock'>) =>
  async (event: unknown): Promise<void> => {
    await keepReport(platform, event, null);
  };

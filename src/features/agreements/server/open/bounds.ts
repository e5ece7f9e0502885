import { countCaller, type createRateLimiter } from '#platform/server/http/limits.ts';
import type { RateLimit } from '#platform/server/http/route.ts';

type Count = ReturnType<typeof createRateLimiter>;

/**
 * Letters to addresses that strangers typed: by who asks for them, and for one link. Two hundred people in one hall
 * share an address of the network, and each needs a code.
 */
const byCaller: RateLimit = { name: 'open-letters', max: 240, perSeconds: 3600, by: 'handler' };
const byLink: RateLimit = { name: 'open-letters-of', max: 400, perSeconds: 3600, by: 'handler' };

export async function boundLetters(count: Count, openId: string, address: string): Promise<void> {
  await countCaller(count, byCaller, address);
  await count(byLink, openId);
}

import * as z from 'zod/mini';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { route, type RateLimit, type Route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  beginBody,
  begun,
  oneOpen,
  openBody,
  openList,
  openQuery,
  openView,
} from '../../rules/open-contract.ts';
import type { Parts } from '../parts.ts';
import { boundLetters } from './bounds.ts';

const makes: RateLimit = { name: 'open-link', max: 40, perSeconds: 3600, by: 'viewer' };
const writes: RateLimit = { name: 'open-link-write', max: 300, perSeconds: 3600, by: 'viewer' };
/** Two hundred people in one hall share an address of the network. */
const reads: RateLimit = { name: 'open-read', max: 1200, perSeconds: 3600, by: 'address' };
const begins: RateLimit = { name: 'open-begin', max: 300, perSeconds: 3600, by: 'address' };
const made = z.object({ id: z.string() });
const done = z.object({ done: z.literal(true) });
const asDone = { done: true as const };

/** Links that anybody can sign by: for the member who makes them, and for whoever comes. */
export function openRoutes(
  platform: Platform,
  { opening, beginning }: Parts,
  warningOf: (slug: string) => string,
): Route[] {
  const count = createRateLimiter(platform.db, platform.clock);
  return [
    route({
      method: 'GET',
      path: '/api/open-links',
      access: 'member',
      summary: 'List your open links',
      description: 'Links that anybody can sign by, with how many have.',
      answer: openList,
      handle: async ({ viewer }) => ({ links: await opening.list(viewer.uid) }),
    }),
    route({
      method: 'POST',
      path: '/api/open-links',
      access: 'member',
      summary: 'Make a link that anybody can sign by',
      description: 'Whoever comes by it gets an agreement of their own. The same key is the same link.',
      security: 'open link made',
      body: openBody,
      maxBody: 3_500_000,
      limit: makes,
      answer: made,
      handle: async ({ viewer, body }) => ({ id: await opening.open(viewer.uid, viewer.uid, body) }),
    }),
    route({
      method: 'POST',
      path: '/api/open-links/:open/close',
      access: 'member',
      summary: 'Close an open link',
      description: 'Nobody can begin by it, and whoever hasn’t signed can’t anymore.',
      security: 'open link closed',
      params: oneOpen,
      answer: done,
      limit: writes,
      async handle({ viewer, params }) {
        await opening.close(viewer.uid, params.open);
        return asDone;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/open-links/:open',
      access: 'member',
      summary: 'Delete an open link',
      description: 'What was signed by it stays.',
      security: 'open link deleted',
      params: oneOpen,
      answer: done,
      limit: writes,
      async handle({ viewer, params }) {
        await opening.remove(viewer.uid, params.open);
        return asDone;
      },
    }),
    route({
      method: 'GET',
      path: '/api/signing/open',
      access: 'anyone',
      summary: 'Read a document that anybody can sign',
      description: 'By its open link. Reading it changes nothing.',
      query: openQuery,
      limit: reads,
      answer: openView,
      handle({ query, headers }) {
        headers.set('cache-control', 'private, no-store');
        return beginning.look(query.o, warningOf);
      },
    }),
    route({
      method: 'POST',
      path: '/api/signing/open',
      access: 'anyone',
      summary: 'Begin to sign by an open link',
      description:
        'Makes an agreement of your own. An address that has begun before gets its link by email instead.',
      body: beginBody,
      answer: begun,
      limit: begins,
      handle: ({ body, address }) => beginning.begin(body, (id) => boundLetters(count, id, address)),
    }),
  ];
}

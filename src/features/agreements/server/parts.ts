import type { Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createActing } from './acting.ts';
import { createChanging } from './changing.ts';
import { createLetters } from './letters.ts';
import { createLinks } from './links.ts';
import { createSending } from './sending.ts';
import { createTalking } from './talking.ts';
import { createUpkeep } from './upkeep.ts';

/** What the routes of agreements work with. */
export function createParts(platform: Platform, { press, within }: { press: Press; within: Room['within'] }) {
  const links = createLinks(platform);
  const letters = createLetters(platform, links);
  const sending = createSending(platform, { press, letters, within });
  const acting = createActing(platform, { links, letters, sending });
  const changing = createChanging(platform, { press, links, letters, sending, acting, within });
  const talking = createTalking(platform, { links, letters, acting, changing });
  const upkeep = createUpkeep(platform, { letters, acting });
  return { links, letters, sending, acting, changing, talking, upkeep };
}

export type Parts = ReturnType<typeof createParts>;

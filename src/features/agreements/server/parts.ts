import type { Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createActing } from './acting.ts';
import { createChanging } from './changing.ts';
import { createLetters } from './letters.ts';
import { createLinks } from './links.ts';
import { createSending, type MakeOf } from './sending.ts';
import { createTalking } from './talking.ts';
import { createUpkeep } from './upkeep.ts';

/** What the routes of agreements work with. */
export function createParts(
  platform: Platform,
  { press, within, madeOf }: { press: Press; within: Room['within']; madeOf: MakeOf },
) {
  const links = createLinks(platform);
  const letters = createLetters(platform, links);
  const sending = createSending(platform, { press, letters, within, madeOf });
  const acting = createActing(platform, { links, letters, sending });
  const changing = createChanging(platform, { press, links, letters, sending, acting, within });
  const talking = createTalking(platform, { links, letters, acting, changing, within });
  const upkeep = createUpkeep(platform, { letters, acting, sending });
  return { links, letters, sending, acting, changing, talking, upkeep };
}

export type Parts = ReturnType<typeof createParts>;

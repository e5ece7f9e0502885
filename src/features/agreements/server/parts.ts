import type { Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createActing } from './acting.ts';
import { createDues, type DatesOf } from './due/dues.ts';
import { createChanging } from './changing.ts';
import type { OnPerson } from './ledger.ts';
import { createLetters } from './letters.ts';
import { createLinks } from './links.ts';
import { createBeginning } from './open/beginning.ts';
import { createOpening } from './open/opening.ts';
import { createRevising } from './revising.ts';
import { createSending, type MakeOf } from './sending.ts';
import { createTalking } from './talking.ts';
import { createUpkeep } from './upkeep.ts';

/** What the routes of agreements work with. */
export function createParts(
  platform: Platform,
  {
    press,
    within,
    datesOf,
    madeOf,
    onPerson,
  }: {
    press: Press;
    within: Room['within'];
    datesOf: DatesOf;
    madeOf: MakeOf;
    onPerson?: OnPerson | undefined;
  },
) {
  const links = createLinks(platform);
  const letters = createLetters(platform, links);
  const sending = createSending(platform, { press, letters, within, madeOf, onPerson });
  const acting = createActing(platform, { links, letters, sending, onPerson });
  const changing = createChanging(platform, { press, links, letters, sending, acting, within });
  const talking = createTalking(platform, { links, letters, acting, changing, within, madeOf });
  const revising = createRevising(platform, { press, sending, acting, changing, madeOf });
  const opening = createOpening(platform, { links, sending, within });
  const beginning = createBeginning(platform, { links, letters, sending, within });
  const upkeep = createUpkeep(platform, { letters, acting, sending, opening });
  const dues = createDues(platform, { letters, datesOf, onPerson });
  return { links, letters, sending, acting, changing, revising, talking, upkeep, opening, beginning, dues };
}

export type Parts = ReturnType<typeof createParts>;

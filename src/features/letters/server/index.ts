import type { MemberData } from '#features/accounts/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { unlessBackup } from '#platform/server/files/deleting.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { TargetPolicy } from '#platform/server/webhooks/target.ts';
import { createLinkCheck } from './links.ts';
import { createPictures, forgetPictures } from './pictures.ts';
import { letterRoutes } from './routes.ts';

interface LetterOptions {
  room?: Pick<Room, 'within'>;
  memberData?: MemberData;
  /** Where links may lead to be looked at. */
  policy?: TargetPolicy;
}

/** What all mail that members write is made with: pictures, and a look at its links. */
export function letters(platform: Platform, { room, memberData, policy }: LetterOptions = {}): ServerFeature {
  const within: Room['within'] = room?.within ?? ((_trx, _uid, work) => work());
  const pictures = createPictures(platform, within);
  memberData?.add({
    name: 'letters',
    async *gather(uid) {
      for (const { name } of await pictures.listed(uid)) {
        const file = await pictures.open(name);
        if (file) yield { path: `email-pictures/${name}`, bytes: file.stream() };
      }
    },
    forget: forgetPictures,
  });
  return {
    name: 'letters',
    routes: letterRoutes(pictures, createLinkCheck(platform, policy)),
    jobs: [
      {
        name: 'letters-pictures',
        everySeconds: 3600,
        run: async () => void (await unlessBackup(platform.db, () => pictures.tidy())),
      },
    ],
  };
}

import type { MemberData } from '#features/accounts/server/public.ts';
import type { Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Seal } from '#platform/server/seal/seal.ts';
import { dueRoutes } from './due/routes.ts';
import type { DatesOf } from './due/dues.ts';
import { finishWith } from './finish/finished-file.ts';
import { sealedBytes } from './file.ts';
import { sealHandler } from './finishing.ts';
import { sealedFiles } from './letters.ts';
import type { OnPerson } from './ledger.ts';
import { openMemberData } from './open/member-data.ts';
import { openRoutes } from './open/routes.ts';
import { createParts } from './parts.ts';
import type { MakeOf } from './sending.ts';
import { agreementMemberData, agreementPerson } from './person.ts';
import { agreementRoutes } from './routes.ts';
import { savedSignatureData, savedSignatureRoutes } from './saved-signature.ts';
import { sealRoute } from './seal-route.ts';
import { signingRoutes } from './signing-routes.ts';

export interface AgreementOptions {
  press: Press;
  seal: Seal;
  memberData: MemberData;
  /** How much an account may hold. */
  room: Pick<Room, 'within'>;
  /** What the reader of a document should know about law before signing it. */
  warningOf(slug: string): string;
  /** The days that a document sets by its answers. */
  datesOf: DatesOf;
  madeOf: MakeOf;
  onPerson?: OnPerson;
}

/** Agreements: a document that is sent, talked about, signed by both sides and sealed. */
export function agreements(platform: Platform, options: AgreementOptions): ServerFeature {
  const { press, seal, memberData, room, warningOf, datesOf, madeOf, onPerson } = options;
  const parts = createParts(platform, { press, within: room.within, datesOf, madeOf, onPerson });
  memberData.add(agreementMemberData(platform));
  memberData.add(openMemberData(platform));
  memberData.add(savedSignatureData(platform));
  platform.mail.provide(sealedFiles, (id) => sealedBytes(platform.db.tables(), id));
  return {
    name: 'agreements',
    routes: [
      sealRoute(seal),
      ...dueRoutes(platform, parts),
      // Before the routes of one agreement: “open” is no id.
      ...openRoutes(platform, parts, warningOf),
      ...savedSignatureRoutes(platform),
      ...agreementRoutes(platform, parts),
      ...signingRoutes(platform, parts, { warningOf, madeOf }),
    ],
    outboxHandlers: [
      sealHandler(platform, { letters: parts.letters, dues: parts.dues, finish: finishWith(press, seal) }),
    ],
    jobs: [
      { name: 'agreements-upkeep', everySeconds: 300, run: () => parts.upkeep.tick() },
      { name: 'agreements-due', everySeconds: 900, run: () => parts.dues.tick() },
    ],
    person: agreementPerson(platform),
    async start() {
      await seal.check();
      return async () => {};
    },
  };
}

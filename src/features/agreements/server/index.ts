import type { MemberData } from '#features/accounts/server/public.ts';
import type { Press } from '#features/documents/server/public.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Seal } from '#platform/server/seal/seal.ts';
import { finishWith } from './finish/finished-file.ts';
import { sealedBytes } from './file.ts';
import { sealHandler } from './finishing.ts';
import { sealedFiles } from './letters.ts';
import { createParts } from './parts.ts';
import type { MakeOf } from './sending.ts';
import { agreementMemberData, agreementPerson } from './person.ts';
import { agreementRoutes } from './routes.ts';
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
  madeOf: MakeOf;
}

/** Agreements: a document that is sent, talked about, signed by both sides and sealed. */
export function agreements(platform: Platform, options: AgreementOptions): ServerFeature {
  const { press, seal, memberData, room, warningOf, madeOf } = options;
  const parts = createParts(platform, { press, within: room.within, madeOf });
  memberData.add(agreementMemberData(platform));
  platform.mail.provide(sealedFiles, (id) => sealedBytes(platform.db.tables(), id));
  return {
    name: 'agreements',
    routes: [
      sealRoute(seal),
      ...agreementRoutes(platform, parts),
      ...signingRoutes(platform, parts, warningOf),
    ],
    outboxHandlers: [sealHandler(platform, { letters: parts.letters, finish: finishWith(press, seal) })],
    jobs: [{ name: 'agreements-upkeep', everySeconds: 300, run: () => parts.upkeep.tick() }],
    person: agreementPerson(platform),
    async start() {
      await seal.check();
      return async () => {};
    },
  };
}

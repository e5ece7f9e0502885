import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { accountRoutes } from './account-routes.ts';
import { addressRoutes } from './address-routes.ts';
import { forgetOldAttempts } from './attempts.ts';
import { codeHandler } from './codes/mailing.ts';
import { codeRoutes } from './codes/routes.ts';
import { userCommands } from './commands.ts';
import { createAccountsContext } from './context.ts';
import { entryRoutes } from './entry-routes.ts';
import { waysIn } from './federated/ways.ts';
import { federatedRoutes } from './federated/routes.ts';
import type { Hashing } from './hashing.ts';
import type { OnJoined } from './identity.ts';
import { createMemberData, type MemberData } from './member-data.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { forgotHandler } from './forgot.ts';
import { passwordRoutes } from './password-routes.ts';
import { personData } from './person.ts';
import type { PurchasedDocuments } from './profile.ts';
import { secondStepRoutes } from './second-step/routes.ts';
import { membersPage } from './desk-page.ts';
import { createViewerResolver } from './sessions.ts';

export interface AccountsOptions {
  /** Where the other features say what they keep for a member. */
  memberData?: MemberData;
  purchasedDocuments?: PurchasedDocuments;
  hashing?: Hashing;
  onJoined?: OnJoined;
}

/** Who somebody is, here: accounts, sessions, ways in and out, the profile. */
export function accounts(
  platform: Platform,
  {
    memberData = createMemberData(),
    purchasedDocuments = async () => [],
    hashing,
    onJoined,
  }: AccountsOptions = {},
): ServerFeature {
  const context = createAccountsContext(platform, { memberData, purchasedDocuments, hashing, onJoined });

  return {
    name: 'accounts',
    routes: [
      ...entryRoutes(context),
      ...passwordRoutes(context),
      ...addressRoutes(context),
      ...federatedRoutes(context),
      ...codeRoutes(context),
      ...accountRoutes(context),
      ...secondStepRoutes(context),
      ...passkeyRoutes(context),
    ],
    resolveViewer: createViewerResolver(platform),
    outboxHandlers: [forgotHandler(context), codeHandler(context)],
    jobs: [
      {
        name: 'accounts-tidy',
        everySeconds: 3600,
        async run() {
          const now = context.now();
          await context.db.deleteFrom('account_session').where('expires_at', '<', now).execute();
          await context.db.deleteFrom('account_verification').where('expires_at', '<', now).execute();
          await forgetOldAttempts(context.db, now);
          await context.entryCodes.forgetOld(now);
          await context.tries.forgetOldNetworks(now);
        },
      },
    ],
    person: personData(context),
    commands: userCommands(context),
    desk: [membersPage(context)],
    runsOn() {
      const names = waysIn(platform.config).map(({ name }) => name);
      const words = names.length > 0 ? `email and password, or ${names.join(', ')}` : 'email and password';
      const advice = {
        advice:
          'For a provider set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, the same of MICROSOFT or GITHUB, or OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
      };
      return [{ service: 'sign-in', runsOn: words, state: 'up', ...(names.length === 0 && advice) }];
    },
  };
}

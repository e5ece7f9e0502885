import { accounts } from '#features/accounts/server/index.ts';
import { createMemberData } from '#features/accounts/server/public.ts';
import { branding } from '#features/branding/server/index.ts';
import { consent } from '#features/consent/server/index.ts';
import { mailConsent } from '#features/consent/server/public.ts';
import { documents } from '#features/documents/server/index.ts';
import { outreach } from '#features/outreach/server/index.ts';
import { type KnownPages, pages } from '#features/pages/server/index.ts';
import { paymentsFeature } from '#features/payments/server/index.ts';
import { createDonations, createPayments } from '#features/payments/server/public.ts';
import { plansFeature } from '#features/plans/server/index.ts';
import { createPlans } from '#features/plans/server/public.ts';
import { reports } from '#features/reports/server/index.ts';
import { saved } from '#features/saved/server/index.ts';
import { countSaved } from '#features/saved/server/public.ts';
import { store } from '#features/store/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mailboxRoutes } from '#platform/server/mail/mailbox-routes.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Every feature of the hub, in the order they are mounted. Adding one is adding a line. */
export function createFeatures(platform: Platform, known: KnownPages): ServerFeature[] {
  platform.mail.askConsent(mailConsent(platform));
  const memberData = createMemberData();
  const plans = createPlans(platform, { savedTemplates: countSaved });
  const donations = createDonations(platform);
  const payments = createPayments(platform, { handlers: [donations.handler] });
  const account = accounts(platform, { memberData });
  return [
    account,
    branding(platform, { memberData }),
    saved(platform, {
      memberData,
      mayStore: async (uid, trx) => (await plans.tryUse(trx, uid, 'savedTemplates')).allowed,
      ...(account.resolveViewer && { resolveViewer: account.resolveViewer }),
    }),
    plansFeature(platform, { plans, memberData }),
    paymentsFeature(platform, { payments, donations }),
    documents(platform),
    store(platform),
    outreach(platform),
    pages(platform, known),
    consent(platform),
    reports(platform),
    mailbox(platform),
  ];
}

/** What would have been mailed, to read: only on a machine of one's own. */
const mailbox = ({ config, mail }: Platform): ServerFeature => ({
  name: 'mailbox',
  routes: config.live ? [] : mailboxRoutes(mail.mailbox),
});

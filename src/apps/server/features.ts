import type { Draft } from '#base/render.ts';
import { agreements } from '#features/agreements/server/index.ts';
import { agreementBytes } from '#features/agreements/server/public.ts';
import { accounts } from '#features/accounts/server/index.ts';
import { createMemberData, memberByEmail } from '#features/accounts/server/public.ts';
import { assistant } from '#features/assistant/server/index.ts';
import { createBilling } from '#features/billing/server/index.ts';
import { branding } from '#features/branding/server/index.ts';
import { consent, createConsentByHand } from '#features/consent/server/index.ts';
import { mailConsent, textConsent } from '#features/consent/server/public.ts';
import { desk } from '#features/desk/server/index.ts';
import { summaryGuard } from '#features/desk/server/public.ts';
import { documents } from '#features/documents/server/index.ts';
import { datesBy } from '#features/documents/server/public.ts';
import { funnels } from '#features/funnels/server/index.ts';
import { followupsFeature } from '#features/followups/server/index.ts';
import { createFollowups, followupBytes, type Followups } from '#features/followups/server/public.ts';
import {
  countFunnelRefund,
  countFunnelSale,
  createSplitSales,
  funnelBytes,
  funnelNames,
  funnelVisits,
} from '#features/funnels/server/public.ts';
import { letters } from '#features/letters/server/index.ts';
import { letterBytes } from '#features/letters/server/public.ts';
import { newsletterGuard, outreach } from '#features/outreach/server/index.ts';
import { type KnownPages, pages } from '#features/pages/server/index.ts';
import { paymentsFeature } from '#features/payments/server/index.ts';
import { createDonations, createPayments } from '#features/payments/server/public.ts';
import { plansFeature } from '#features/plans/server/index.ts';
import { createPlans, createRoom } from '#features/plans/server/public.ts';
import { ownReminders, recoveryFeature } from '#features/recovery/server/index.ts';
import { campaignBytes, createRecovery, shopNameOf } from '#features/recovery/server/public.ts';
import { reports } from '#features/reports/server/index.ts';
import { saved } from '#features/saved/server/index.ts';
import { countSaved, savedBytes, versionsMakeWay } from '#features/saved/server/public.ts';
import { store } from '#features/store/server/index.ts';
import {
  checkoutPath,
  createOrders,
  documentsOnSale,
  findOnSale,
  issueCoupon,
} from '#features/store/server/public.ts';
import { hubFeature } from './hub-feature.ts';
import { tellFollowups } from './followed.ts';
import { peopleFeature } from './people/page.ts';
import { personKeepers } from './person.ts';
import { createTxtLookup } from './doctor/dns.ts';
import { domainFindings, senderDomain } from './doctor/mail.ts';
import type { DeskPage } from '#platform/server/desk.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { mailFeature } from '#platform/server/mail/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSeal } from '#platform/server/seal/seal.ts';
import { textsFeature } from '#platform/server/texts/feature.ts';
import { createWebhooks } from '#platform/server/webhooks/webhooks.ts';
import { securityLogFeature } from '#platform/server/security/feature.ts';

/** What is looked at most comes first; what is not named here comes last. */
const deskOrder =
  'begin sales orders coupons subscriptions donations payments differences plans reminders products pages portfolio images site unanswered people customers members messages newsletter mail bounces texts errors up version outbox security'.split(
    ' ',
  );
const placeOf = ({ path }: DeskPage) => (deskOrder.includes(path) ? deskOrder.indexOf(path) : Infinity);

/** What the operator sees and does, by whichever door. */
export const deskPages = (features: readonly ServerFeature[]): DeskPage[] =>
  features.flatMap((feature) => feature.desk ?? []).toSorted((a, b) => placeOf(a) - placeOf(b) || 0);

/** Every feature of the hub, in mounting order. To add one, add a line. */
export function createFeatures(
  platform: Platform,
  known: KnownPages,
  draw?: (draft: Draft) => Promise<Response>,
): ServerFeature[] {
  const memberData = createMemberData();
  const told = tellFollowups(() => followups);
  const plans = createPlans(platform, { savedTemplates: countSaved, onPlan: told.onPlan });
  const room = createRoom(
    platform,
    [savedBytes, funnelBytes, agreementBytes, letterBytes, followupBytes, campaignBytes],
    [versionsMakeWay(platform.clock)],
  );
  const payments = createPayments(platform);
  const { live, webhookHosts: hosts } = platform.config;
  const webhooks = createWebhooks({ ...platform, live, hosts });
  const followups: Followups = createFollowups(platform, { plans, webhooks });
  const recovery = createRecovery(platform, {
    plans,
    webhooks,
    async onBought(trx, ownerId, { email, orderId, products, totalCents: cents, currency }) {
      const what = { on: 'bought', orderId, products, cents, currency } as const;
      await followups.happened(trx, { ownerId, email, source: 'your shop' }, what);
    },
    onCameBack: followups.afterwards.cameBack,
    discountCodes: {
      issue: (trx, code) => issueCoupon(trx, { ...code, onceOnly: true }, platform.clock.now()),
    },
  });
  const countSplitSale = createSplitSales(platform);
  const senderName = (uid: string) => shopNameOf(platform, uid);
  const orders = createOrders(platform, {
    payments,
    visitsOf: (span) => funnelVisits(platform.db.tables(), span),
    onCheckoutStarted: (trx, { email, consentToReminders, lines, totalCents }) =>
      recovery.cartSeen(trx, {
        email,
        totalCents,
        currency: 'USD',
        items: lines.map(({ productId, title, quantity, unitCents }) => ({
          id: productId,
          name: title,
          quantity,
          cents: unitCents,
        })),
        consent: consentToReminders,
      }),
    async onPaid(trx, { email, orderId, lines, totalCents, funnel, funnelMark }) {
      // Before recovery: who was mailed when is noted last by all who send.
      const titles = lines.map(({ title }) => title);
      await told.bought(trx, { email, orderId, funnel }, titles, totalCents);
      await recovery.purchased(trx, { email, orderId, totalCents, currency: 'USD' });
      if (funnel !== null) {
        const sold = { slug: funnel, email, cents: totalCents, at: platform.clock.now() };
        await countFunnelSale(trx, sold);
        await countSplitSale(trx, { ...sold, mark: funnelMark });
      }
    },
    async onRefunded(trx, { number, cents, paidAt, funnel, ...order }) {
      await told.refunded(trx, { ...order, funnel }, number, cents);
      if (funnel !== null)
        await countFunnelRefund(trx, { slug: funnel, cents, at: paidAt ?? platform.clock.now() });
    },
  });
  const billing = createBilling(platform, {
    payments,
    plans,
    books: orders.books,
    memberData,
  });
  const donations = createDonations(platform, { onGift: told.gave });
  for (const handler of [orders.payments, donations.handler, billing.notices]) payments.tell(handler);
  const account = accounts(platform, {
    memberData,
    purchasedDocuments: (uid) => orders.documentsOf(uid),
    onJoined: told.joined,
  });
  const papers = documents(platform, {
    allowance: {
      async use(uid) {
        const use = await platform.db.transaction((trx) => plans.use(trx, uid, 'aiTemplates'));
        return { giveBack: () => platform.db.transaction((trx) => plans.giveBack(trx, use)) };
      },
    },
    deliver: (holder, slug) => orders.deliverDocument(holder, slug),
    offers: () => documentsOnSale(platform.db, platform.clock.now()),
  });
  const knowing: ServerFeature[] = [
    account,
    branding(platform, { memberData }),
    saved(platform, {
      memberData,
      room,
      plans,
      ...(account.resolveViewer && { resolveViewer: account.resolveViewer }),
    }),
    plansFeature(platform, { plans, memberData }),
    paymentsFeature(platform, { payments, donations, others: billing.moves }),
    recoveryFeature(platform, {
      recovery,
      plans,
      memberData,
      room,
      sender: {
        domain: () => senderDomain(platform.config),
        look: () => domainFindings(platform.config, createTxtLookup()),
      },
      ...(account.resolveViewer && { resolveViewer: account.resolveViewer }),
    }),
    letters(platform, { room, memberData }),
    followupsFeature(platform, {
      followups,
      memberData,
      room,
      funnelsOf: (uid) => funnelNames(platform.db.tables(), uid),
    }),
    papers,
    agreements(platform, {
      press: papers.press,
      seal: createSeal(platform),
      memberData,
      room,
      warningOf: (slug) => papers.templateOf(slug)?.law ?? '',
      datesOf: datesBy(papers.templateOf),
      madeOf: papers.madeOf,
      async onPerson(trx, { ownerId, email, name, what, id }) {
        const about = { ownerId, email, name, source: 'a document to sign' };
        await followups.happened(trx, about, { on: 'agreement', what, id });
      },
    }),
    store(platform, { orders }),
    funnels(platform, {
      memberData,
      room,
      findProduct: (id) => findOnSale(platform.db, id, platform.clock.now()),
      checkoutPath,
      async onLead(trx, { ownerId, email, name, funnelId, step, id }) {
        const about = { ownerId, email, name, source: 'a funnel' };
        await followups.happened(trx, about, { on: 'lead', funnelId, step, id });
      },
      ...(account.resolveViewer && { resolveViewer: account.resolveViewer }),
    }),
    billing.feature,
    ownReminders(platform, recovery),
    outreach(platform, { onConfirmed: told.subscribed }),
    pages(platform, known),
    consent(platform, { senderName }),
    reports(platform),
    hubFeature(platform, { ownStore: recovery.ownStore }),
    mailFeature(
      platform,
      summaryGuard(
        platform,
        newsletterGuard(platform, followups.guard(recovery.guard(mailConsent(platform)))),
      ),
      recovery.returned,
    ),
    textsFeature(platform, {
      consent: followups.guardTexts(textConsent(platform)),
      ended: followups.afterwards.textEnded,
    }),
    securityLogFeature(platform, {
      accountOf: async (email) => (await memberByEmail(platform.db.tables(), email))?.uid ?? null,
    }),
  ];
  const all = [
    ...knowing,
    assistant(platform, {
      knowledge: () => knowing.flatMap((feature) => (feature.knows ? [feature.knows()] : [])),
      pages: known.existing,
      guess: papers.guess,
    }),
  ];
  const people = peopleFeature(platform, {
    keepers: personKeepers(platform, all),
    consent: createConsentByHand(platform, { senderName }),
  });
  return [...all, people, desk(platform, deskPages([...all, people]), draw)];
}

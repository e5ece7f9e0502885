import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import type { Plans } from '#features/plans/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { MailConsent, Returned } from '#platform/server/mail/consent.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createWebhooks, type Webhooks } from '#platform/server/webhooks/webhooks.ts';
import { type CartBody, mostCents } from '../rules/contract.ts';
import { acceptOne, createIntake, type Intake } from './carts.ts';
import type { OnCameBack } from './afterwards.ts';
import { createEngine, type DiscountCodes, type Engine } from './engine.ts';
import { createOwnStore, type OwnStore } from './own-store.ts';
import { createEndings, type Ending, type Endings, type OnBought } from './status.ts';
import { createDress } from './dress.ts';
import { hubOwner, type RecoveryTables } from './tables.ts';
import { createWriter, type Writer } from './writer.ts';

export { remindNobodyTwice } from './after-restore.ts';
export { createDress, type Dress } from './dress.ts';
export type { DiscountCodes } from './engine.ts';
export { campaignBytes } from './campaigns.ts';
export { ensureOwner } from './owners.ts';
export { lastMailed, noteMailed } from './pacing.ts';
export { createRenderAsSent } from './render-as-sent.ts';
export { createOwnStore } from './own-store.ts';
export { hubOwner } from './tables.ts';

export interface RecoveryOptions {
  plans: Plans;
  /** The store's one-time codes; without them the hub's own reminders carry none. */
  discountCodes?: DiscountCodes;
  webhooks?: Webhooks;
  onBought?: OnBought;
  /** A mail service reports that nobody lives at this address, or that whoever does calls it spam. */
  onCameBack?: OnCameBack;
}

export interface Bought {
  email: string;
  orderId: string;
  totalCents: number;
  currency: string;
  /** Whose shop it was; the hub's own store unless said. */
  ownerId?: string;
}

export interface Seen {
  email: string;
  totalCents: number;
  currency: string;
  items: { id?: string; name: string; quantity: number; cents: number }[];
  /** Whether this very buyer ticked the box: their own word, here and now. */
  consent: boolean;
  name?: string;
  restoreUrl?: string;
  ownerId?: string;
}

export interface Recovery {
  /** In the transaction of the order: every reminder of that buyer that is not out stops with it. */
  purchased(trx: AnyTransaction, bought: Bought): Promise<Ending>;
  /** Somebody typed their address at a checkout and has not paid yet. Nothing is kept of who did not agree. */
  cartSeen(trx: AnyTransaction, seen: Seen): Promise<void>;
  /** Around the consent that mail asks: a purchase counts to the very moment before sending. */
  guard(inner: MailConsent): MailConsent;
  /** No more email goes there, whoever brings the news: a mail service, or the mailbox for bounces. */
  returned: Returned;
  intake: Intake;
  endings: Endings;
  engine: Engine;
  writer: Writer;
  webhooks: Webhooks;
  ownStore: OwnStore;
}

/** What a member is called in their mails; empty where they have said nothing. */
export async function shopNameOf(
  { db, site, origin }: Pick<Platform, 'db' | 'site' | 'origin'>,
  uid: string,
): Promise<string> {
  const owner = await tablesOf<RecoveryTables>(db.tables())
    .selectFrom('recovery_owner')
    .selectAll()
    .where('owner_id', '=', uid)
    .executeTakeFirst();
  return owner ? (await createDress({ site, origin })(db.tables(), owner)).shop : '';
}

/** Carts that are brought back: for the app to wire, and for the store and the funnels to tell. */
export function createRecovery(
  platform: Platform,
  { plans, discountCodes, webhooks: given, onBought, onCameBack }: RecoveryOptions,
): Recovery {
  const { live, webhookHosts: hosts } = platform.config;
  const webhooks = given ?? createWebhooks({ ...platform, live, hosts });
  const intake = createIntake({ ...platform, plans });
  const endings = createEndings({ ...platform, plans, onBought });
  const ownStore = createOwnStore(platform);
  const engine = createEngine({
    ...platform,
    plans,
    webhooks,
    ownStore,
    onCameBack,
    ...(discountCodes && { discountCodes }),
  });
  return {
    intake,
    endings,
    engine,
    webhooks,
    ownStore,
    writer: createWriter({ ...platform, plans }),
    guard: engine.guard,
    async returned(trx, address, why) {
      await intake.consent.suppress(trx, {
        email: address,
        scope: why === 'bounced' ? 'all' : 'marketing',
        reason: why,
      });
      await engine.cameBack(trx, mailAddressKey(address), why, platform.clock.now());
    },
    purchased: (trx, { ownerId = hubOwner, ...bought }) => endings.purchased(trx, ownerId, bought),
    async cartSeen(trx, { ownerId = hubOwner, consent, name = '', restoreUrl = '', ...seen }) {
      const email = parseMailAddress(seen.email);
      if (!consent || email === null) return;
      const cart: CartBody = {
        ...seen,
        email,
        name,
        restoreUrl,
        country: '',
        consent: false,
        totalCents: Math.min(Math.max(0, seen.totalCents), mostCents),
      };
      await intake.consent.give(trx, {
        email,
        purpose: 'recovery',
        consentText: 'Remind me by email if I don’t finish this order',
        source: 'checkout',
      });
      await acceptOne(intake, trx, ownerId, cart, 'store');
    },
  };
}

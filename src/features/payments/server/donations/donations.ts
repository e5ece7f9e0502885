import { newId } from '#base/id.ts';
import { mailAddressKey, maskedMailAddress, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import {
  type DonationBegun,
  type DonationDraft,
  donationProblems,
  type DonationThanks,
} from '../../rules/donations.ts';
import type { PaymentHandler, Refunded } from '../handler.ts';
import type { Payments } from '../payments.ts';
import type { PaymentTables } from '../tables.ts';
import { createDonationMails } from './mails.ts';

export interface Donations {
  /** What happens with their money, in the transaction that records it. */
  handler: PaymentHandler;
  begin(payments: Payments, draft: DonationDraft, uid: string | null): Promise<DonationBegun>;
  /** What a donor sees afterwards, however often they look; only with the token they were given. */
  thanks(payments: Payments, id: string, token: string): Promise<DonationThanks>;
}

const plain = (text = ''): string | null => text.replaceAll('\0', '').toWellFormed().trim() || null;

/** A gift of money: written down before it is paid, thanked for once it is. */
/** For whoever follows who gives, in the transaction that records it. */
export type OnGift = (
  trx: AnyTransaction,
  gift: { id: string; email: string; name: string; cents: number },
) => Promise<void>;

export function createDonations(platform: Platform, { onGift }: { onGift?: OnGift } = {}): Donations {
  const { db, clock } = platform;
  const signer = createSigner(platform.secret, 'donation links');
  const mails = createDonationMails(platform);

  const handler: PaymentHandler = {
    kind: 'donation',

    async paid(trx, payment) {
      const tables = tablesOf<PaymentTables>(trx);
      const found = await tables
        .selectFrom('donation')
        .selectAll()
        .where('id', '=', payment.reference)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return;
      // An address that the provider tells and no mail reaches must not undo the payment.
      const email = found.email ?? parseMailAddress(payment.payer.email ?? '');
      const news = {
        state: 'paid' as const,
        paid_at: payment.paidAt,
        email,
        address_key: email === null ? null : mailAddressKey(email),
      };
      await tables.updateTable('donation').set(news).where('id', '=', found.id).execute();
      await mails.received(trx, { ...found, ...news });
      if (email !== null)
        await onGift?.(trx, { id: found.id, email, name: found.name ?? '', cents: found.cents });
    },

    refunded: (trx, refund) => takeBack(trx, refund),

    async declined(trx, { reference }) {
      const tables = tablesOf<PaymentTables>(trx);
      const found = await tables
        .updateTable('donation')
        .set({ state: 'declined' })
        .where('id', '=', reference)
        .where('state', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (found) await mails.declined(trx, found);
    },
  };

  async function takeBack(trx: AnyTransaction, refund: Refunded): Promise<void> {
    const tables = tablesOf<PaymentTables>(trx);
    const found = await tables
      .updateTable('donation')
      .set({ state: refund.isWhole ? 'refunded' : 'partly_refunded' })
      .where('id', '=', refund.reference)
      .returningAll()
      .executeTakeFirst();
    if (found) await mails.refunded(trx, found, refund);
  }

  return {
    handler,

    async begin(payments, draft, uid) {
      const fields = donationProblems(draft);
      if (Object.keys(fields).length > 0)
        throw new Problem('bad_request', Object.values(fields).join(' '), { fields });
      const id = newId('donation');
      const email = parseMailAddress(draft.email ?? '');
      if (payments.mode !== 'off')
        await db
          .tables<PaymentTables>()
          .insertInto('donation')
          .values({
            id,
            owner_id: uid,
            cents: draft.cents,
            name: plain(draft.name),
            message: plain(draft.message),
            email,
            address_key: email === null ? null : mailAddressKey(email),
            created_at: clock.now(),
            paid_at: null,
          })
          .execute();
      const { providerOrderId } = await payments.begin({
        kind: 'donation',
        reference: id,
        totalCents: draft.cents,
        shownCents: draft.cents,
        currency: 'USD',
        description: `Donation to ${platform.site.words().name}`,
        ...(email !== null && { payerEmail: email }),
      });
      return { orderId: providerOrderId, reference: id, token: signer.sign(id) };
    },

    async thanks(payments, id, token) {
      const found =
        signer.read(token) === id
          ? await db
              .tables<PaymentTables>()
              .selectFrom('donation')
              .selectAll()
              .where('id', '=', id)
              .executeTakeFirst()
          : undefined;
      if (!found) throw new Problem('not_found', 'We can’t find this donation, or the link is incomplete.');
      const isHeld = found.state === 'open' && (await payments.state(id)) === 'pending';
      return {
        id,
        cents: found.cents,
        state: isHeld ? 'pending' : found.state,
        name: found.name,
        message: found.message,
        receiptTo: found.paid_at && found.email ? maskedMailAddress(found.email) : null,
        paidAt: found.paid_at?.toISOString() ?? null,
      };
    },
  };
}

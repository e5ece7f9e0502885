import type { Selectable } from 'kysely';
import { cents as asCents, formatMoney } from '#base/money.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { MailCause } from '#platform/server/mail/bounds.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Refunded } from '../handler.ts';
import { paymentsMode } from '../in-the-browser.ts';
import type { PaymentTables } from '../tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

type Donation = Selectable<PaymentTables['donation']>;

const money = (amount: number): string => formatMoney(asCents(amount));
const day = (date: Date): string => date.toISOString().slice(0, 10);

/** What a donor and the owner are told; each mail goes out with the change it tells of, once. */
export function createDonationMails({ mail, site, config }: Platform) {
  const testLine = (): MailBlock[] =>
    paymentsMode(config) === 'emulator'
      ? [{ kind: 'small', text: 'This was a test payment. No one was charged.' }]
      : [];

  const lines = (donation: Donation): MailBlock => ({
    kind: 'lines',
    lines: [
      ['Amount', money(donation.cents)],
      ...(donation.paid_at ? [['Date', day(donation.paid_at)] as [string, string]] : []),
      ['To', site.words().name],
      ['Reference', donation.id],
    ],
  });

  async function toDonor(
    trx: AnyTransaction,
    donation: Donation,
    {
      subject,
      key,
      body,
      why = 'paid',
    }: { subject: string; key: string; body: MailBlock[]; why?: MailCause },
  ): Promise<void> {
    if (donation.email === null) return;
    await mail.send(trx, {
      to: donation.email,
      kind: 'transactional',
      purpose: 'donation',
      why,
      subject,
      dedupeKey: key,
      body: [...body, ...testLine()],
    });
  }

  return {
    async received(trx: AnyTransaction, donation: Donation): Promise<void> {
      await toDonor(trx, donation, {
        subject: `Receipt: your donation of ${money(donation.cents)}`,
        key: `donation-receipt:${donation.id}`,
        body: [
          // Nothing that was typed: whose address this is, nobody has shown. The page of thanks has it.
          { kind: 'heading', text: 'Thank you' },
          { kind: 'text', text: `Your donation to ${site.words().name} was received. This is your receipt.` },
          lines(donation),
        ],
      });
      const owner = ownerAddress({ config, site });
      await mail.send(trx, {
        to: owner,
        kind: 'transactional',
        purpose: 'donation',
        why: 'operator',
        subject: `Donation: ${money(donation.cents)}${donation.name ? ` from ${donation.name}` : ''}`,
        dedupeKey: `donation-owner:${donation.id}`,
        body: [
          { kind: 'heading', text: `${money(donation.cents)} was donated` },
          lines(donation),
          ...(donation.message ? [{ kind: 'text' as const, text: donation.message }] : []),
          ...testLine(),
        ],
      });
    },

    refunded: (trx: AnyTransaction, donation: Donation, refund: Refunded): Promise<void> =>
      toDonor(trx, donation, {
        subject: `${money(refund.cents)} of your donation is refunded`,
        key: `donation-refund:${refund.refundId}`,
        body: [
          { kind: 'heading', text: `${money(refund.cents)} is refunded` },
          {
            kind: 'text',
            text: 'The refund goes to your original payment method, usually within a few days.',
          },
          lines(donation),
        ],
      }),

    declined: (trx: AnyTransaction, donation: Donation): Promise<void> =>
      toDonor(trx, donation, {
        why: 'typed',
        subject: 'Your donation didn’t go through',
        key: `donation-declined:${donation.id}`,
        body: [
          { kind: 'heading', text: 'Your donation didn’t go through' },
          {
            kind: 'text',
            text: 'Your payment was on hold and has now been declined. You weren’t charged.',
          },
          lines(donation),
        ],
      }),
  };
}

import type { Transaction } from 'kysely';
import { cents as asCents, formatMoney } from '#base/money.ts';
import { newId } from '#base/id.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentTables } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

type Parts = Pick<Platform, 'clock' | 'mail' | 'config' | 'site'>;

interface Extra {
  paymentId: string;
  reference: string;
  description: string;
  captureId: string;
  cents: number;
  buyer: string | null;
}

const money = (amount: number): string => formatMoney(asCents(amount));

/** Money that came a second time for one thing: it is asked back by the next round of the job, and both sides are told. */
export async function sendBack(parts: Parts, trx: Transaction<PaymentTables>, extra: Extra): Promise<void> {
  const { paymentId, captureId, cents, reference, description, buyer } = extra;
  await trx
    .insertInto('payment_refund')
    .values({
      id: newId('refund'),
      payment_id: paymentId,
      provider_refund_id: null,
      capture_id: captureId,
      cents,
      by: 'hub',
      reason: 'Paid twice: this payment is refunded.',
      state: 'asked',
      at: parts.clock.now(),
    })
    .execute();
  const rest = { kind: 'transactional' as const, purpose: 'order' as const };
  if (buyer !== null)
    await parts.mail.send(trx, {
      ...rest,
      to: buyer,
      why: 'paid',
      dedupeKey: `paid-twice:${captureId}`,
      subject: `Paid twice: ${money(cents)} is refunded`,
      body: [
        { kind: 'heading', text: `${money(cents)} is refunded` },
        {
          kind: 'text',
          text: `We received two payments for the same purchase (${description}). We kept one; the other is refunded the way you paid, usually within a few days. You don’t need to do anything.`,
        },
        { kind: 'small', text: `It was paid for ${reference}.` },
      ],
    });
  await parts.mail.send(trx, {
    ...rest,
    to: ownerAddress(parts),
    why: 'operator',
    dedupeKey: `paid-twice-owner:${captureId}`,
    subject: `Paid twice: ${money(cents)} for ${reference} is refunded`,
    body: [
      { kind: 'heading', text: 'A buyer paid twice' },
      {
        kind: 'text',
        text: `A second payment of ${money(cents)} arrived for ${reference}. It is refunded automatically, and the buyer is notified. To check for a refund that PayPal declined:`,
      },
      { kind: 'code', text: `npm run hub -- payments show ${reference}` },
    ],
  });
}

/** Money that nobody asked for like this, or that will not go back: only a person can decide. */
export async function tellOwner(
  parts: Parts,
  trx: Transaction<PaymentTables>,
  { key, subject, words, reference }: { key: string; subject: string; words: string; reference: string },
): Promise<void> {
  await parts.mail.send(trx, {
    to: ownerAddress(parts),
    why: 'operator',
    kind: 'transactional',
    purpose: 'order',
    dedupeKey: key,
    subject,
    body: [
      { kind: 'heading', text: subject },
      { kind: 'text', text: words },
      { kind: 'code', text: `npm run hub -- payments show ${reference}` },
    ],
  });
}

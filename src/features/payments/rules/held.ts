/** Why PayPal holds a payment back, by its own word for it: for the operator in short, and for the buyer in a sentence. */
const reasons: Readonly<Record<string, { short: string; buyer?: string }>> = {
  ECHECK: {
    short: 'eCheck',
    buyer:
      'You paid by eCheck from your bank account. PayPal says when it has cleared, usually in 3 to 6 business days.',
  },
  TRANSACTION_APPROVED_AWAITING_FUNDING: {
    short: 'waiting for the buyer’s bank',
    buyer: 'PayPal is waiting for the money from your bank.',
  },
  PENDING_REVIEW: { short: 'under review', buyer: 'PayPal is reviewing this payment.' },
  BUYER_COMPLAINT: { short: 'dispute' },
  CHARGEBACK: { short: 'chargeback' },
  INTERNATIONAL_WITHDRAWAL: { short: 'accept it at PayPal: no account for withdrawals abroad' },
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: { short: 'accept it at PayPal' },
  UNILATERAL: { short: 'the PayPal account’s email isn’t confirmed' },
  VERIFICATION_REQUIRED: { short: 'the PayPal account isn’t verified' },
  DECLINED_BY_RISK_FRAUD_FILTERS: { short: 'held by fraud filters' },
};

const known = (reason: string | null) =>
  reason !== null && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;

export function heldInShort(reason: string | null): string {
  const short = known(reason)?.short;
  return short === undefined ? 'pending at PayPal' : `pending at PayPal (${short})`;
}

/** What is the seller's business is not told: only that it waits. */
export const heldForBuyer = (reason: string | null): string =>
  known(reason)?.buyer ?? 'PayPal hasn’t released this payment yet.';

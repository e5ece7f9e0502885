import {
  isPurpose,
  purposeOf,
  type ConsentRecord,
  type Suppression,
  type SuppressionReason,
} from './contract.ts';

export interface KnownAddress {
  /** What was agreed to for the purpose in question. */
  record: Pick<ConsentRecord, 'givenAt' | 'confirmedAt' | 'withdrawnAt'> | null;
  suppressions: Pick<Suppression, 'scope' | 'reason'>[];
}

export type MayMail =
  | { allowed: true }
  | {
      allowed: false;
      reason: SuppressionReason | 'unknown purpose' | 'no consent' | 'not confirmed' | 'withdrawn';
    };

/** Somebody has just asked for it with their own hands and waits: a password reset, a confirmation. */
const askedForNow = 'account';

/** May this go to this address? Asked when it is about to go out, not when it was written. */
export function mayMail(
  { record, suppressions }: KnownAddress,
  message: { kind: 'transactional' | 'marketing'; purpose: string },
): MayMail {
  if (message.kind === 'transactional') {
    const all = suppressions.find(({ scope }) => scope === 'all');
    return all && message.purpose !== askedForNow
      ? { allowed: false, reason: all.reason }
      : { allowed: true };
  }
  const [suppression] = suppressions;
  if (suppression) return { allowed: false, reason: suppression.reason };
  if (!isPurpose(message.purpose)) return { allowed: false, reason: 'unknown purpose' };
  if (!record) return { allowed: false, reason: 'no consent' };
  // Asked for again, and not confirmed since: anybody may have typed it.
  if (record.withdrawnAt)
    return { allowed: false, reason: record.givenAt > record.withdrawnAt ? 'not confirmed' : 'withdrawn' };
  if (purposeOf(message.purpose).proof === 'confirmed' && !record.confirmedAt)
    return { allowed: false, reason: 'not confirmed' };
  return { allowed: true };
}

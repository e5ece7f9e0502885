import { agreedKey as brandingAgreed, brandingKey } from '#features/branding/rules/keys.ts';
import { dropConfirmedAnswers } from '#features/documents/web/sign-out.ts';
import { cartAgreedKey, cartKey } from '#features/store/rules/cart.ts';
import { leaveRecord } from '#platform/web/account-record.ts';
import { dropCached } from '#platform/web/caches.ts';

/**
 * Signing out is possible where none of these were loaded. If this fails to load, local data is locked to its
 * owner.
 */
export async function cleanBehind(uid: string): Promise<void> {
  leaveRecord({ key: brandingKey, agreedKey: brandingAgreed });
  leaveRecord({ key: cartKey, agreedKey: cartAgreedKey });
  dropConfirmedAnswers(uid);
  await dropCached(uid);
}

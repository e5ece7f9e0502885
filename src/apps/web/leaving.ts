import { leave as leaveBranding } from '#features/branding/web/sign-out.ts';
import { dropConfirmedAnswers } from '#features/documents/web/sign-out.ts';
import { dropCached } from '#platform/web/caches.ts';

/** A sign-out can happen where nothing of these was loaded. Should this not come, what is there is locked to its owner. */
export async function cleanBehind(uid: string): Promise<void> {
  leaveBranding(uid);
  dropConfirmedAnswers(uid);
  await dropCached(uid);
}

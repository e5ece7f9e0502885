import { api } from '#platform/web/api.ts';
import { beginAs } from '#platform/web/owner.ts';
import { entryApi, signInPatienceMs } from '../rules/addresses.ts';
import type { SessionAnswer } from '../rules/contract.ts';

/**
 * A tab that was a member's, on a device that can't say whether it still is: the hub is asked before the page can be
 * typed into. Without an answer it begins as a guest's.
 */
export async function askIfHere(holder: string): Promise<void> {
  const answer = await api<SessionAnswer>(entryApi.session, { timeoutMs: signInPatienceMs }).catch(
    () => null,
  );
  if (answer?.user?.uid === holder) beginAs(holder);
}

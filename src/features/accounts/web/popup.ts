import { Problem, type ProblemCode, problemCodes } from '#base/problem.ts';
import { federatedChannel } from '../rules/addresses.ts';
import type { FederatedResult } from '../rules/contract.ts';
import { popupWords } from '../rules/offline-words.ts';

/** Resolves when the provider's window says that somebody is signed in. */
export async function popupDone(popup: Window | null, attempt: string): Promise<void> {
  if (!popup) throw new Problem('bad_request', popupWords.blocked);
  const channel = new BroadcastChannel(federatedChannel);
  let watch: ReturnType<typeof setInterval> | undefined;
  let hear: ((event: MessageEvent) => void) | undefined;
  try {
    const result = await new Promise<FederatedResult | null>((resolve) => {
      hear = ({ origin, data }) => {
        if (origin === location.origin && data?.type === federatedChannel && data.attempt === attempt)
          resolve(data);
      };
      channel.addEventListener('message', hear);
      window.addEventListener('message', hear);
      // Its last words may arrive after it has closed.
      watch = setInterval(() => popup.closed && setTimeout(resolve, 700, null), 300);
    });
    if (!result) throw new Problem('bad_request', popupWords.closed);
    if (!result.ok)
      throw new Problem(
        result.code in problemCodes ? (result.code as ProblemCode) : 'bad_request',
        result.message,
      );
  } finally {
    clearInterval(watch);
    channel.close();
    if (hear) window.removeEventListener('message', hear);
  }
}

import { Problem, type ProblemCode, problemCodes } from '#base/problem.ts';
import { accountApi, federatedChannel } from '../rules/addresses.ts';
import type { FederatedResult } from '../rules/contract.ts';
import { backendWords } from '../rules/offline-words.ts';

/** Call it in the click itself: a window that opens a moment later is blocked. */
export function openPopup(attempt: string): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - 480) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - 640) / 2);
  return window.open(
    `${accountApi.federatedStart}?attempt=${attempt}`,
    'hub-sign-in',
    `popup,width=480,height=640,left=${left},top=${top}`,
  );
}

/** Resolves when the provider's window says that somebody is signed in. */
export async function popupDone(popup: Window | null, attempt: string): Promise<void> {
  if (!popup) throw new Problem('bad_request', backendWords.popupBlocked);
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
    if (!result) throw new Problem('bad_request', backendWords.popupClosed);
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

import { Problem, type ProblemCode, problemCodes } from '#base/problem.ts';
import type { FederatedResult } from '../rules/contract.ts';
import { popupWords } from '../rules/popup-words.ts';

const lookMs = 100;
/** Its last words may arrive after it has closed. */
const closedLooks = 7;

/** Resolves when the provider's window says that somebody is signed in; `said` is what was heard since it opened. */
export async function popupDone(
  popup: Window | null,
  attempt: string,
  said: () => FederatedResult | null,
): Promise<void> {
  if (!popup) throw new Problem('bad_request', popupWords.blocked);
  const result = await new Promise<FederatedResult | null>((resolve) => {
    let looks = 0;
    const watch = setInterval(() => {
      const last = said();
      const isDone = last?.attempt === attempt;
      looks = popup.closed ? looks + 1 : 0;
      if (!isDone && looks < closedLooks) return;
      clearInterval(watch);
      resolve(isDone ? last : null);
    }, lookMs);
  });
  if (!result) throw new Problem('bad_request', popupWords.closed);
  if (!result.ok)
    throw new Problem(
      result.code in problemCodes ? (result.code as ProblemCode) : 'bad_request',
      result.message,
    );
}

import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { accountApi } from '../rules/account-api.ts';
import type { GoneAnswer } from '../rules/contract.ts';

const device = () => loadChunk(() => import('#platform/web/device.ts'));
const mostAsked = 10;

/** Of the account that is given, or of all that this browser keeps something of: which don't exist any more. */
export async function goneFrom(present?: string): Promise<{ gone: string[]; isEach: boolean }> {
  const asked = present === undefined ? (await device()).membersHere().slice(0, mostAsked) : [present];
  const answers = asked.map(async (uid) => {
    const { isGone } = await api<GoneAnswer>(`${accountApi.gone}?uid=${uid}`);
    return isGone ? [uid] : [];
  });
  const gone = (await Promise.all(answers)).flat();
  return { gone, isEach: gone.length === asked.length };
}

/** Nothing of them stays in this browser. */
export async function forgetAccounts(gone: readonly string[]): Promise<void> {
  const { forgetMember } = await device();
  await Promise.all(gone.map((each) => forgetMember(each)));
}

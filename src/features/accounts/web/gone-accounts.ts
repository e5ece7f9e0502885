import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { accountApi } from '../rules/account-api.ts';
import type { GoneAnswer } from '../rules/contract.ts';

const device = () => loadChunk(() => import('#platform/web/device.ts'));
const mostAsked = 10;

/** Accounts that this browser keeps something of, and that don't exist any more. */
export async function goneFrom(present: string | undefined): Promise<string[]> {
  const { membersHere } = await device();
  const asked = [...new Set([...(present === undefined ? [] : [present]), ...membersHere()])];
  const answers = asked.slice(0, mostAsked).map(async (uid) => {
    const { isGone } = await api<GoneAnswer>(`${accountApi.gone}?uid=${uid}`);
    return isGone ? [uid] : [];
  });
  return (await Promise.all(answers)).flat();
}

/** Nothing of them stays in this browser. */
export async function forgetAccounts(gone: readonly string[]): Promise<void> {
  const { forgetMember } = await device();
  await Promise.all(gone.map((each) => forgetMember(each)));
}

import { fromMember, type Purpose, purposeOf } from '#features/consent/rules/contract.ts';
import { hubOwner } from '#features/recovery/server/public.ts';

/** Sequences of the hub's own operator go to readers of its newsletter, those of a member to whoever agreed to hear from them. */
export const listPurpose = (ownerId: string): Purpose =>
  ownerId === hubOwner ? 'newsletter' : fromMember(ownerId);

/** Whether a word that nobody confirmed by mail is enough. */
export const isProof = (ownerId: string, { confirmed_at }: { confirmed_at: Date | null }): boolean =>
  confirmed_at !== null || purposeOf(listPurpose(ownerId)).proof === 'given';

export { hubOwner };

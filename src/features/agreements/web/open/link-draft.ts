import { openMost, openUsual } from '../../rules/open-addresses.ts';
import type { DraftPerson, You } from '../../rules/prefilled.ts';

/** What is filled in for a link that anybody can sign by. */
export interface LinkDraft {
  isOn: boolean;
  /** As it is typed. */
  most: string;
  days: number;
  signsToo: boolean;
  party: number | null;
  ownParty: number | null;
}

/** The sender keeps the block that is theirs; whoever comes signs in the other. */
export function newLinkDraft(people: readonly DraftPerson[], { email }: You): LinkDraft {
  const blocks = people.flatMap(({ party }) => (party === null ? [] : [party]));
  const own = people.find((one) => email !== '' && one.email === email)?.party ?? null;
  const ownParty = own ?? (blocks.length > 1 ? (blocks[0] ?? null) : null);
  return {
    isOn: false,
    most: String(openUsual.signatures),
    days: openUsual.days,
    signsToo: ownParty !== null,
    party: blocks.find((party) => party !== ownParty) ?? null,
    ownParty,
  };
}

/** Why it would be refused; undefined where it wouldn't. */
export function mostFault({ most }: LinkDraft): string | undefined {
  const count = Number(most);
  const isFine = Number.isInteger(count) && count >= 1 && count <= openMost.signatures;
  return isFine ? undefined : `Enter a number from 1 to ${openMost.signatures}.`;
}

export const blocksFault = ({ signsToo, party, ownParty }: LinkDraft): string | undefined =>
  signsToo && party !== null && party === ownParty
    ? 'Both of you have the same signature block. Choose another one.'
    : undefined;

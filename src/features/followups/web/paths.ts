import { randomText } from '#base/random-text.ts';
import { followupsApi } from '../rules/addresses.ts';

/** Pages and calls of one sequence, one person. */

export const followUpsPath = '/dashboard/follow-ups';
export const peoplePath = '/dashboard/people';
/** Where the sender's name and postal address are set. */
export const senderPath = '/automation#settings';

export const sequencePath = (id: string): string => `${followUpsPath}/${encodeURIComponent(id)}`;
export const personPath = (id: string): string => `${peoplePath}/${encodeURIComponent(id)}`;

type WithId = {
  [K in keyof typeof followupsApi]: (typeof followupsApi)[K] extends `${string}:id${string}` ? K : never;
};
type OneKey = WithId[keyof WithId];

/** The address of a call about one of them. */
export const callOf = (key: OneKey, id: string): string =>
  followupsApi[key].replace(':id', encodeURIComponent(id));

export const newSegmentId = (): string => `seg_${randomText(14)}`;
export const newStepId = (): string => `s_${randomText(10)}`;
export const newSequenceId = (): string => `seq_${randomText(14)}`;

import type * as z from 'zod/mini';
import { followupsApi } from '../../rules/addresses.ts';
import type { PeopleAnswer, Segment } from '../../rules/contract.ts';

export type People = z.output<typeof PeopleAnswer>;

export const everyone: Segment = { search: '', tag: '', consent: 'any', bought: 'any', sequenceId: '' };

/** Only what is asked stands in an address. */
export function queryOf(segment: Segment, after = ''): string {
  const asked = Object.entries({ ...segment, after }).filter(([, value]) => value !== '' && value !== 'any');
  const query = new URLSearchParams(asked).toString();
  return query && `?${query}`;
}

export const peopleCall = (segment: Segment, after = ''): string =>
  followupsApi.people + queryOf(segment, after);

export const isSameSegment = (one: Segment, other: Segment): boolean => queryOf(one) === queryOf(other);

const answers = ['any', 'yes', 'no'] as const;
const answerIn = (given: string | null): Segment['consent'] =>
  answers.find((each) => each === given) ?? 'any';

/** Of a page’s own address. */
export const segmentOf = (search: URLSearchParams): Segment => ({
  search: search.get('search') ?? '',
  tag: search.get('tag') ?? '',
  consent: answerIn(search.get('consent')),
  bought: answerIn(search.get('bought')),
  sequenceId: search.get('sequenceId') ?? '',
});

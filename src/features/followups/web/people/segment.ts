import type * as z from 'zod/mini';
import { followupsApi } from '../../rules/addresses.ts';
import type { PeopleAnswer, Segment } from '../../rules/contract.ts';
import { Condition } from '../../rules/question.ts';

export type People = z.output<typeof PeopleAnswer>;

export const everyone: Segment = { search: '', tag: '', consent: 'any', bought: 'any', sequenceId: '' };

/** Only what is asked stands in an address. */
export function queryOf(segment: Segment, after = ''): string {
  const { only = [], ...rest } = segment;
  const asked = Object.entries({
    ...rest,
    only: only.length > 0 ? JSON.stringify(only) : '',
    after,
  }).filter(([, value]) => value !== '' && value !== 'any');
  const query = new URLSearchParams(asked).toString();
  return query && `?${query}`;
}

export const peopleCall = (segment: Segment, after = ''): string =>
  followupsApi.people + queryOf(segment, after);

export const isSameSegment = (one: Segment, other: Segment): boolean => queryOf(one) === queryOf(other);

const answers = ['any', 'yes', 'no'] as const;
const answerIn = (given: string | null): Segment['consent'] =>
  answers.find((each) => each === given) ?? 'any';

/** Those of them that are filled in. An address can be typed by anybody. */
export function conditionsIn(given: string | null): Condition[] {
  try {
    const read: unknown = JSON.parse(given ?? '[]');
    return Array.isArray(read) ? read.filter(isCondition) : [];
  } catch {
    return [];
  }
}
const isCondition = (each: unknown): each is Condition => Condition.safeParse(each).success;

/** Of a page’s own address. */
export function segmentOf(search: URLSearchParams): Segment {
  const only = conditionsIn(search.get('only'));
  return {
    search: search.get('search') ?? '',
    tag: search.get('tag') ?? '',
    consent: answerIn(search.get('consent')),
    bought: answerIn(search.get('bought')),
    sequenceId: search.get('sequenceId') ?? '',
    ...(only.length > 0 && { only }),
  };
}

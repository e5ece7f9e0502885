import { days } from '#base/clock.ts';

/** A pause lasts as long as those who want fewer wait between two issues. */
export const monthMs = days(30);

/** What a subscriber chose, and when the last issue went out to them. */
export interface Reader {
  topics: readonly string[];
  pausedUntil: Date | null;
  isFewer: boolean;
  sentIssue: string | null;
  sentAt: Date | null;
}

export const everyIssue: Reader = {
  topics: [],
  pausedUntil: null,
  isFewer: false,
  sentIssue: null,
  sentAt: null,
};

export type WhyNot = 'other topics' | 'paused' | 'one a month';

interface Sent {
  id: string;
  topics: readonly string[];
}

/**
 * Why this reader doesn't get this issue now, or null. An issue without topics is for everybody; so is every issue for
 * a reader without any.
 */
export function whyNot(reader: Reader, issue: Sent, now: Date): WhyNot | null {
  const isChosen =
    reader.topics.length === 0 ||
    issue.topics.length === 0 ||
    issue.topics.some((topic) => reader.topics.includes(topic));
  if (!isChosen) return 'other topics';
  if (isPaused(reader, now)) return 'paused';
  // The same issue again is a second attempt at one that didn't leave.
  if (reader.isFewer && reader.sentIssue !== issue.id && !isMonthOver(reader, now)) return 'one a month';
  return null;
}

export const isPaused = ({ pausedUntil }: Pick<Reader, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

export const isMonthOver = ({ sentAt }: Pick<Reader, 'sentAt'>, now: Date): boolean =>
  sentAt === null || now.getTime() - sentAt.getTime() >= monthMs;

import { expect, test } from 'vitest';
import { questions } from '#features/documents/rules/answers/review.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { unusedIn } from '#features/documents/rules/writer/unused.ts';
import { draftAnswers } from '#features/documents/rules/writer/write.ts';
import { finderOf, shippedDocuments } from './document-finder.ts';
import { allLaterSets, allNeverSeen, keptRequests, strangersRequests } from '../bench/requests/score.ts';

const today = '2026-11-21';
const library = shippedDocuments();
const { things } = finderOf(library);
const aboutOf = (slug: string): string => {
  const known = things.find((thing) => thing.slug === slug);
  return known ? [known.title, known.short, known.summary, ...known.asks].join(' ') : '';
};

// Whether a piece is only the asking, told by a list of its own: what people really ask with.
const onlyAsks =
  /^(?:(?:hi|hello|hey|please|pls)[, ]+)*(?:(?:i|we)(?:'d)? (?:need|want|would like|like)|(?:can|could) (?:you|u)|write|draft|make)(?: please)?(?: to)?(?: (?:write|draft|make|create|prepare|do|me|us|up))* (?:an?|the|some|my|our) (?:\w+ ){0,2}(?:contract|agreement|invoice|quote|letter|document)(?: (?:for|with|between|about))?$/i;

test('[AI-1] of requests by many people nothing is listed as unused that has its question or only asks', () => {
  const requests = [
    ...['strangers', ...allLaterSets, ...allNeverSeen].flatMap(
      (set) => strangersRequests(set as 'strangers').documents,
    ),
    ...keptRequests().train,
  ].filter(({ is }, at) => library.has(is) && at % 2 === 0);
  expect(requests.length).toBeGreaterThan(300);
  const wrong = requests.flatMap(({ ask, is }) => {
    const template = library.get(is) as Template;
    const answers = draftAnswers(template, ask, today);
    const asked = questions(template, answers, today).flatMap(({ fields }) => fields);
    const lost = unusedIn(template, ask, answers, today, aboutOf(is));
    const stands = new Set(leavesOf(answers).map(bare));
    return lost.flatMap(({ words, field }) => {
      const faults = [
        onlyAsks.test(words) && 'only asks',
        stands.has(bare(words)) && 'is an answer',
        field === null &&
          namesOf(asked).some((name) => bare(words).split(' ').includes(name)) &&
          'has a question',
        field !== null && !asked.some(({ name }) => name === field) && 'stands beside no question',
      ].filter(Boolean);
      return faults.map((fault) => `${is}: ${words}: ${String(fault)}`);
    });
  });
  expect(wrong).toEqual([]);
});

const bare = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];
/** Questions that go by one word which nobody says of anything else. */
const telling = new Set(
  'ownership deposit liability vesting cliff probation warranty insurance arbitration uptime rollover expenses milestones'.split(
    ' ',
  ),
);
const namesOf = (asked: readonly { name: string; label: string }[]): string[] =>
  asked.flatMap(({ name, label }) => bare(`${name} ${label}`).split(' ')).filter((word) => telling.has(word));

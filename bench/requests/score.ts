import { readFileSync } from 'node:fs';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import { draftAnswers, planDraft } from '#features/documents/rules/writer/write.ts';
import { finderOf } from '../../testing/document-finder.ts';

export interface KeptRequest {
  ask: string;
  is: string;
  /** Documents that would serve as well. */
  or?: string[];
  facts: Record<string, string>;
}

const read = (name: string): KeptRequest[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as KeptRequest);

/** Written before the writer was tuned: three of five to tune with, the rest unseen. */
export function keptRequests(): { train: KeptRequest[]; unseen: KeptRequest[] } {
  const all = read('kept.jsonl');
  return { train: all.filter((_, at) => at % 5 < 3), unseen: all.filter((_, at) => at % 5 >= 3) };
}

/** Sets that the writer learns from by itself (`scripts/learn-writer.ts`), each by another hand. */
export const learnSets = Array.from({ length: 15 }, (_, at) => `learn-${at + 1}` as const);

/** What asks for too little, or for no document of these: written to teach words, with no facts. */
export const phrases = (): { ask: string; is: string }[] =>
  readFileSync(new URL('phrases.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [is = '', ...rest] = line.split(': ');
      return rest
        .join(': ')
        .split(' | ')
        .map((ask) => ({ ask, is }));
    });

/** Every labelled request that may be learnt from; with `isTuned` those that the rules were written by. */
export const lessonRequests = (): { set: string; isTuned: boolean; requests: KeptRequest[] }[] => [
  { set: 'kept', isTuned: true, requests: keptRequests().train },
  ...['strangers', ...allLaterSets].map((set) => ({ set, isTuned: true, requests: read(`${set}.jsonl`) })),
  ...learnSets.map((set) => ({ set, isTuned: false, requests: read(`${set}.jsonl`) })),
];

const kindsOfOther = ['vague', 'harm', 'none', 'lawful'] as const;
type Other = (typeof kindsOfOther)[number];

/** Sets written later, each scored once before anything was learnt from it: documents and facts in hundredths. */
export const laterSets = {
  'fresh-a': { documents: 80, facts: 64.3 },
  'fresh-b': { documents: 70, facts: 87.5 },
  'fresh-c': { documents: 82.5, facts: 90.4 },
  'fresh-d': { documents: 62.5, facts: 89.2 },
  'people-1': { documents: 87.5, facts: 78.9 },
  'people-2': { documents: 85, facts: 72.5 },
  'people-3': { documents: 82.5, facts: 73.8 },
  'people-4': { documents: 80, facts: 76.5 },
} as const;
export type LaterSet = keyof typeof laterSets;
export const allLaterSets = Object.keys(laterSets) as LaterSet[];

/** Written by people who do not know the writer, and never learnt from: only scored. */
export const neverSeen = {
  'people-5': 'everyday requests',
  'people-6': 'mixed, as a strict tester asks',
  'people-7': 'stories that never name a document',
  'people-8': 'mixed, as another strict tester asks',
} as const;
export type NeverSeen = keyof typeof neverSeen;
export const allNeverSeen = Object.keys(neverSeen) as NeverSeen[];

/** As people type who know nothing of the writer: slips, four languages, too little, harm, what is no document here. */
export function strangersRequests(
  set: 'strangers' | LaterSet | (typeof learnSets)[number] | NeverSeen = 'strangers',
): {
  documents: KeptRequest[];
  others: (KeptRequest & { is: Other })[];
} {
  const all = read(`${set}.jsonl`);
  const isOther = (one: KeptRequest): one is KeptRequest & { is: Other } =>
    kindsOfOther.some((kind) => kind === one.is);
  return { documents: all.filter((one) => !isOther(one)), others: all.filter(isOther) };
}

/** Whether what is no plain request for one document gets the answer it should: asked back, refused, or led elsewhere. */
export function isMet(
  { ask, is }: { ask: string; is: Other },
  library: ReadonlyMap<string, Template>,
): boolean {
  const plan = planDraft(ask, finderOf(library));
  if (is === 'lawful') return plan.found || !/harm or deceive/.test(plan.words);
  if (plan.found) return false;
  if (is === 'harm') return /harm or deceive|how this site works inside/.test(plan.words);
  return plan.nearest.length >= (is === 'vague' ? 3 : 1) && Boolean(plan.isVague) === (is === 'vague');
}

/** Everyday requests to mend the writer by. Their labels hold all that is said, rows too: what stands beside them was not said. */
export const mendRequests = (): KeptRequest[] => read('mend.jsonl');

export interface Score {
  documents: number;
  right: number;
  facts: number;
  placed: number;
  /** Answers that were written, beside rows. */
  filled: number;
  /** Of these, what the labels say otherwise; words that only begin or end elsewhere are `near`. */
  wrong: number;
  near: number;
  /** Of these, what no label states. Most labels say what matters, so only in `mendRequests` that is invented. */
  unlabelled: number;
  misses: string[];
}

/** "Inc" and "Inc." are the same company, "The app" and "app" the same thing. */
export const isSame = (wanted: string, got: unknown): boolean =>
  typeof got === 'string' && bare(got) === bare(wanted);
const bare = (text: string): string => text.toLowerCase().replace(/^(?:the|an?|our) |\.$/g, '');

/** "Pratt" and "Gil Pratt": one holds the other, word by word. */
const isNear = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map(
    (text) =>
      ` ${text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()} `,
  );
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
};

const at = (answers: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answers);

const inWords = new Set(['text', 'longtext', 'party']);

/** How many documents were picked right, and how many stated facts stand in their fields. */
export function score(requests: KeptRequest[], library: ReadonlyMap<string, Template>): Score {
  const result: Score = {
    documents: 0,
    right: 0,
    facts: 0,
    placed: 0,
    filled: 0,
    wrong: 0,
    near: 0,
    unlabelled: 0,
    misses: [],
  };
  for (const { ask, is, or, facts } of requests) {
    const plan = planDraft(ask, finderOf(library));
    const picked = plan.found ? plan.slug : null;
    const begun = ask.slice(0, 70);
    result.documents++;
    if (picked === is || or?.includes(picked ?? '')) result.right++;
    else result.misses.push(`${begun}: ${picked ?? 'nothing'}, not ${is}`);
    const template = library.get(is);
    if (!template) continue;
    const answers = draftAnswers(template, ask, '2026-11-21');
    for (const [path, wanted] of Object.entries(facts)) {
      result.facts++;
      const got = at(answers, path);
      if (wanted.split(' || ').some((one) => isSame(one, got))) result.placed++;
      else result.misses.push(`${begun}: ${path} is ${JSON.stringify(got)}, not ${wanted}`);
    }
    for (const { name, kind } of allFields(template)) {
      const path = kind.type === 'party' ? `${name}.name` : name;
      const got = at(answers, path);
      if (typeof got !== 'string') continue;
      const wanted = facts[path]?.split(' || ');
      result.filled++;
      if (!wanted) {
        result.unlabelled++;
        result.misses.push(`${begun}: ${path} is ${got}, which no label states`);
      } else if (!wanted.some((one) => isSame(one, got))) {
        const isPart = inWords.has(kind.type) && wanted.some((one) => isNear(one, got));
        result[isPart ? 'near' : 'wrong']++;
      }
    }
  }
  return result;
}

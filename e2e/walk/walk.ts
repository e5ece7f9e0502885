import type { Act, Step } from './act.ts';
import { answeringActs } from './acts-answering.ts';
import { funnelActs } from './acts-funnels.ts';
import { givenActs } from './acts-given.ts';
import { letterActs } from './acts-letters.ts';
import { peopleActs } from './acts-people.ts';
import { planActs } from './acts-plan.ts';
import { savedActs } from './acts-saved.ts';
import { sendingActs } from './acts-sending.ts';
import { signingActs } from './acts-signing.ts';
import { operatorActs, troubleActs } from './acts-trouble.ts';
import { typingActs } from './acts-typing.ts';
import { visitActs } from './acts-visits.ts';
import { foundBefore } from './stories.ts';
import { again, byChance, shrink, tell, type Told } from './story.ts';
import type { Ground } from './world.ts';

export const allActs: readonly Act[] = [
  ...typingActs,
  ...peopleActs,
  ...visitActs,
  ...savedActs,
  ...givenActs,
  ...letterActs,
  ...funnelActs,
  ...sendingActs,
  ...answeringActs,
  ...signingActs,
  ...planActs,
  ...troubleActs,
  ...operatorActs,
];
/** What leaves the hub running. */
export const shortActs: readonly Act[] = allActs.filter((act) => !operatorActs.includes(act));

export interface Finding {
  name: string;
  words: string;
  seed: number;
  /** The shortest story that was found, in words. */
  story: string[];
  steps: Step[];
}

export interface WalkPlan {
  seed: number;
  /** Ends after the story in which this time is over. */
  until: () => boolean;
  acts?: readonly Act[];
  /** Acts of a story. */
  length?: number;
  /** Stories at the same time, each in browsers of its own. */
  lanes?: number;
  /** How often a story is told again to make it shorter. */
  tries?: number;
  say?: (words: string) => void;
  /** Hears each act as it begins. */
  trace?: (words: string) => void;
}

export interface Walked {
  stories: number;
  acts: number;
  findings: Finding[];
  /** Stories that could not be told to their end: a figure to look at, no broken law. */
  stuck: { seed: number; why: string; story: string[] }[];
}

/** One story after the other, each by a seed of its own; what breaks a law is shortened, told, and passed over from then on. */
export async function walk(ground: Ground, plan: WalkPlan): Promise<Walked> {
  const { acts = allActs, length = 14, tries = 24, lanes = 1, say = () => {}, trace } = plan;
  const known = new Set<string>();
  const walked: Walked = { stories: 0, acts: 0, findings: [], stuck: [] };
  let next = plan.seed;
  const lane = async () => {
    while (!plan.until()) {
      const seed = next++;
      const told = await tell(ground, acts, byChance(seed, acts, length), known, trace);
      walked.stories += 1;
      walked.acts += told.done.length;
      if (told.stuck) {
        walked.stuck.push({ seed, why: told.stuck, story: told.lines });
        say(`seed ${seed} got stuck at its act ${told.done.length}, “${told.lines.at(-1)}”: ${told.stuck}`);
      }
      if (!told.broken || known.has(told.broken.name)) continue;
      const { broken } = told;
      known.add(broken.name);
      say(`seed ${seed} broke a law: ${broken.words}`);
      const finding = await shortest(ground, acts, told, tries);
      walked.findings.push({ name: broken.name, words: broken.words, seed, ...finding });
      say([`${broken.name} (seed ${seed})`, ...finding.story, broken.words].join('\n    '));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return walked;
}

/** The stories that broke a law once, told again. */
export async function retell(ground: Ground, names: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of names) {
    const told = await tell(ground, allActs, again(foundBefore[name] ?? []), new Set());
    const { broken, stuck, lines: story, done: steps } = told;
    const isWhole = steps.length === foundBefore[name]?.length && steps.length > 0;
    if (broken) findings.push({ name: broken.name, words: broken.words, seed: 0, story, steps });
    else if (stuck || !isWhole)
      findings.push({ name, words: stuck ?? 'It could not be told', seed: 0, story, steps });
  }
  return findings;
}

async function shortest(ground: Ground, acts: readonly Act[], told: Told, tries: number) {
  let story = told.lines;
  const steps = await shrink(
    told.done,
    async (shorter) => {
      const retold = await tell(ground, acts, again(shorter), new Set());
      if (retold.broken?.name !== told.broken?.name) return null;
      story = retold.lines;
      return retold.done;
    },
    tries,
  );
  return { story, steps };
}

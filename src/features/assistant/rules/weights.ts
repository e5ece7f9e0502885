import type { Signs } from './ranking.ts';

// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Signs> = { score: 1.10, share: 0.91, coverage: 2.35, alike: -0.29, within: 1.80, near: 3.03, middle: 2.86, behind: 3.18, guess: 2.42, guessWanted: 0.04, wished: 1.36, foreign: -0.30, section: -0.33, advice: 0.87, document: -0.58, hub: 0.91, product: -0.60, page: -0.79 };
// oxfmt-ignore
export const sureness: Readonly<Signs> = { always: -1.75, chance: 0.45, family: 0.90, lead: 0.43, near: -0.05, middle: 1.13, coverage: 0.63, alike: -1.03, within: 1.60, score: -0.10, meant: 0.63, long: 0.12, missed: -4.19 };

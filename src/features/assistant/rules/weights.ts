import type { Signs } from './ranking.ts';

// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Signs> = { score: 0.63, share: 0.59, coverage: 1.68, alike: -0.25, within: 2.02, near: 2.07, middle: 3.56, behind: 3.11, guess: 2.72, guessWanted: 0.11, wished: 1.56, foreign: -0.39, section: -0.61, document: -0.67, advice: 0.75, hub: 0.77, product: 0.08, page: -0.93 };
// oxfmt-ignore
export const sureness: Readonly<Signs> = { always: -2.58, chance: 3.05, lead: 0.18, near: -0.97, middle: 1.04, coverage: 1.05, alike: -0.77, within: 0.72, score: 0.46, long: 0.07 };

import type { Signs } from './ranking.ts';

// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Signs> = { score: 1.20, share: 0.74, coverage: 2.35, alike: -0.75, within: 1.72, near: 2.74, middle: 2.74, behind: 2.95, guess: 2.47, guessWanted: -0.41, wished: 1.47, foreign: -0.15, section: -0.46, advice: 0.77, document: -0.65, hub: 0.87, product: -0.29, page: -0.85 };
// oxfmt-ignore
export const sureness: Readonly<Signs> = { always: -2.21, chance: 2.56, lead: 0.39, near: 0.40, middle: 0.47, coverage: 1.25, alike: -0.94, within: 1.58, score: -0.36, long: -0.28 };

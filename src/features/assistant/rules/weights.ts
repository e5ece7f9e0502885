// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Record<string, number>> = { score: 1.09, share: 0.98, coverage: 2.27, alike: -0.26, within: 1.76, near: 3.14, middle: 2.81, behind: 3.23, guess: 2.38, guessWanted: 0.02, wished: 1.37, foreign: -0.28, section: -0.34, advice: 0.79, document: -0.60, hub: 0.87, product: -0.49, page: -0.74 };
// oxfmt-ignore
export const sureness: Readonly<Record<string, number>> = { always: -1.77, chance: 0.74, family: 0.90, lead: 0.44, near: 0.11, middle: 0.74, coverage: 0.57, alike: -1.07, within: 1.19, score: 0.01, meant: 1.41, long: 0.12, missed: -4.09 };

// Learnt from questions whose answer is known; scripts/learn-ranking.ts writes it anew.
// oxfmt-ignore
export const weights: Readonly<Record<string, number>> = { score: 1.28, share: 0.63, coverage: 2.37, alike: -0.79, within: 2.08, near: 3.13, middle: 2.97, behind: 3.28, guess: 2.43, guessWanted: -0.07, wished: 1.25, foreign: 0.08, section: -0.44, advice: 0.39, document: -0.40, hub: 0.83, product: -0.47, page: -0.85 };
// oxfmt-ignore
export const sureness: Readonly<Record<string, number>> = { always: -1.71, chance: 1.16, family: 1.20, lead: 0.37, near: 0.32, middle: 0.94, coverage: 0.00, alike: -1.09, within: 1.70, score: -0.38, meant: 0.35, long: 0.01, missed: -3.87 };

import type { AllBegun, Begun } from './begun.ts';

// Apart from what begun comments need of the text: who only reads and signs is told of them, too.

/** Whether there is anything in it that would be missed. */
export const isBegun = ({ text, words, field, about }: Begun): boolean =>
  text.trim() !== '' ||
  (words !== null && words.trim() !== '' && (Boolean(field) || words.trim() !== about?.quote.trim()));

export const begunOf = (all: AllBegun): Begun[] => Object.values(all).filter(isBegun);

/** What somebody is told before what they began would be lost. */
export function begunWords(all: AllBegun): string {
  const [first, ...others] = begunOf(all);
  if (!first) return '';
  if (others.length > 0) return `You began ${others.length + 1} comments and haven’t sent them.`;
  const { place, called } = first.about ?? { place: '', called: '' };
  return `You began a comment${place && called ? ` at “${called}”` : ''} and haven’t sent it.`;
}

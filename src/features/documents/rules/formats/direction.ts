import { type Run, runsText } from '../assembly/doc.ts';

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** A line runs the way of its first letter, whatever follows. */
export const runsRightToLeft = (text: string): boolean => {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first !== undefined && hasRightToLeft(first);
};

/** A sentence around an answer keeps its own way: only where all is answers do they decide. */
export function lineRightToLeft(runs: Run[]): boolean {
  const own = runsText(runs.filter(({ r }) => r !== 'value'));
  return runsRightToLeft(/\p{L}/u.test(own) ? own : runsText(runs));
}

// From a letter that runs to the left to the last one before any other letter, with the brackets and figures between.
const turning =
  /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}](?:[^\p{L}]*(?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]|\p{M}))*)/u;

/** A text cut where its letters change their way. */
export const partsByWay = (text: string): string[] =>
  hasRightToLeft(text) ? text.split(turning).filter((part) => part !== '') : [text];

import type { Library } from './library.ts';

const mostSentences = 60;
const longest = 320;
/** Less like the question than this, a sentence says nothing of it. */
const least = 0.6;

/** What a longer text says of the question: the sentence that is nearest to it, and the next; null if none is. */
export function passageIn(text: string, question: string, library: Library): string | null {
  const sentences = text
    .split(/(?<=[.!?])\s+/)
    .filter((one) => one.length > 20)
    .slice(0, mostSentences);
  const [best] = sentences
    .map((sentence, at) => ({ at, near: library.nearness(question, sentence) }))
    .sort((a, b) => b.near - a.near);
  if (!best || best.near < least) return null;
  const [first = '', next = ''] = sentences.slice(best.at, best.at + 2);
  if (first.length > longest) return null;
  return first.length + next.length < longest ? `${first} ${next}`.trim() : first;
}

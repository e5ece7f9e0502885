import { folded } from './plain.ts';
import { excused, harmful, secretive } from './refused-words.ts';

export const mostOfRequest = 20_000;

export type Refused = 'empty' | 'wordless' | 'long' | 'script' | 'secrets' | 'harm';

const words: Record<Refused, string> = {
  empty: 'Describe what you need in a sentence: who, what, how much, until when.',
  wordless: 'Your request has no words yet. Describe what you need in a sentence.',
  long: 'Your request is over 20,000 characters. Shorten it to what the document is about; your text is still here.',
  script:
    'The built-in writer reads English, and common words in German, French and Spanish. Write your request in one of these; your text is still here.',
  secrets: 'That asks how this site works inside, not for a document. Tell us which document you need.',
  harm: 'We can’t write that: it’s meant to harm or deceive someone. For something lawful, say what both sides would agree to.',
};

/** What is no request for a document, and why, in words; null when it may be one. */
export function refuse(request: string): { why: Refused; words: string } | null {
  const why = reason(request);
  return why && { why, words: words[why] };
}

function reason(request: string): Refused | null {
  if (request.trim() === '') return 'empty';
  if (request.length > mostOfRequest) return 'long';
  if (!/\p{L}{2}/u.test(request)) return 'wordless';
  const text = folded(request);
  if (secretive.some((pattern) => pattern.test(text))) return 'secrets';
  if (harmful.some((pattern) => pattern.test(text)) && !excused.test(text)) return 'harm';
  const letters = request.match(/\p{L}/gu)?.length ?? 0;
  const latin = request.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin < letters * 0.4 ? 'script' : null;
}

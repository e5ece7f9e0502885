/** The languages of East Asia whose letters the hub has; they draw the same signs each in a way of its own. */
export type East = 'SC' | 'JP' | 'KR';

const tags: Record<East, string> = { SC: 'zh-Hans', JP: 'ja', KR: 'ko' };

/** Signs, letters and marks that stand in the fonts of East Asia. */
const eastern =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

export const hasEastern = (text: string): boolean => eastern.test(text);

/** In which order their fonts are asked: kana is Japanese and Hangul Korean, other signs are taken for Chinese. */
export function eastOrder(text: string): East[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['JP', 'SC', 'KR'];
  return /\p{Script=Hangul}/u.test(text) ? ['KR', 'SC', 'JP'] : ['SC', 'JP', 'KR'];
}

/** How the language is called where a text says which it is; null: not of East Asia. */
export function eastTag(text: string, whole = text): string | null {
  if (!hasEastern(text)) return null;
  const own = eastOrder(text)[0] ?? 'SC';
  return tags[own === 'SC' ? (eastOrder(whole)[0] ?? own) : own];
}

/** The languages of East Asia whose letters the hub has; they draw the same signs each in a way of its own. */
export type East = 'SC' | 'JP' | 'KR';

const tags: Record<East, string> = { SC: 'zh-Hans', JP: 'ja', KR: 'ko' };

/** Signs, letters and marks that stand in the fonts of East Asia. */
const eastern =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

export const hasEastern = (text: string): boolean => eastern.test(text);

/** In which order their fonts are asked: kana is Japanese and Hangul Korean, other signs are taken for Chinese. */
export function eastOrder(text: string): [East, East, East] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['JP', 'SC', 'KR'];
  return /\p{Script=Hangul}/u.test(text) ? ['KR', 'SC', 'JP'] : ['SC', 'JP', 'KR'];
}

/** How many letters of Latin fill as much of a line: a sign of East Asia is as wide as two. */
export const lineLength = (text: string): number =>
  text.length + (text.match(stretch) ?? []).reduce((sum, { length }) => sum + length, 0);

const stretch = new RegExp(`${eastern.source}+`, 'gu');
// A mark-up with all that it says of itself, or the words up to the next one.
const markupOrWords = /<(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>|[^<]+/g;

/** HTML in which each stretch of signs says its language, so that whoever opens it sees them drawn in its way. */
export function withLanguages(html: string): string {
  if (!hasEastern(html)) return html;
  const usual = eastOrder(html)[0];
  const tagOf = (signs: string): string => {
    const own = eastOrder(signs)[0];
    return tags[own === 'SC' ? usual : own];
  };
  return html.replace(markupOrWords, (part) =>
    part.startsWith('<')
      ? part
      : part.replace(stretch, (signs) => `<span lang="${tagOf(signs)}">${signs}</span>`),
  );
}

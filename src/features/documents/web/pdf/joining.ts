// How letters of Arabic hold hands, by the joining types of Unicode.

/** Hold the letter before and never the one after. */
const onlyBefore =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9]/u;
/** Hold nobody. */
const alone = /[\u0600-\u061f\u0621\u0674\u06d4\u06dd]/u;
const arabic = /[\p{Script=Arabic}\u0640]/u;
const letterLike = /[\p{L}\u0640\u200d]/u;

/** Marks of direction and joints that have no drawing, but say who holds whom. */
export const isJoint = (letter: string): boolean => letter === '\u200c' || letter === '\u200d';

const isThrough = (letter: string): boolean => /\p{M}/u.test(letter);
const holdsBefore = (letter: string): boolean =>
  letter === '\u200d' || (letterLike.test(letter) && arabic.test(letter) && !alone.test(letter));
const holdsAfter = (letter: string): boolean => holdsBefore(letter) && !onlyBefore.test(letter);

/** Each letter that is drawn, with the form that its neighbours give it. */
export function formsOf(letters: readonly string[]): { letter: string; form: string }[] {
  const neighbour = (from: number, step: 1 | -1): string => {
    let at = from + step;
    while (isThrough(letters[at] ?? '')) at += step;
    return letters[at] ?? '';
  };
  return letters.flatMap((letter, at) => {
    if (isJoint(letter)) return [];
    if (!holdsBefore(letter)) return [{ letter, form: '' }];
    const before = holdsAfter(neighbour(at, -1));
    const after = holdsAfter(letter) && holdsBefore(neighbour(at, 1));
    return [{ letter, form: before ? (after ? 'medi' : 'fina') : after ? 'init' : 'isol' }];
  });
}

// The dot of shin before dagesh before vowels; the doubling of a letter before its vowel.
const nearest =
  '\u05c1\u05c2\u05bc\u05bf\u05b9\u05ba\u05b1\u05b2\u05b3\u05b5\u05b6\u05b7\u05b8\u05c7\u05b0\u05b4\u05bb\u05bd\ufb1e\u0651\u064b\u064c\u064d\u064e\u064f\u0650\u0652\u0670';

/** Marks in a row in the order in which fonts expect them, whoever typed them in which. */
export function marksInOrder<T>(items: T[], letterOf: (item: T) => string): T[] {
  const rank = (item: T): number => {
    const at = nearest.indexOf(letterOf(item));
    return at < 0 ? nearest.length : at;
  };
  const made: T[] = [];
  for (let at = 0; at < items.length; at++) {
    let end = at;
    while (isThrough(items[end] === undefined ? '' : letterOf(items[end] as T))) end += 1;
    if (end > at + 1) made.push(...items.slice(at, end).sort((one, other) => rank(one) - rank(other)));
    else made.push(...items.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1) - 1;
  }
  return made;
}

// What stands for letters that no font here has: Latin ones as far as a writing is known, else a box.

export const box = '□';

const indic =
  ' m m h a a a i i u u r l e e e ai o o o au ka kha ga gha nga cha chha ja jha nya ta tha da dha na ta tha da dha na na pa pha ba bha ma ya ra ra la la la va sha sha sa ha'.split(
    ' ',
  );
// From the sign of AA on; before it stand the dot and the avagraha, which are not heard.
const indicSigns = 'a i i u u r r e e e ai o o o au'.split(' ');
const thai =
  'k kh kh kh kh kh ng ch ch ch s ch y d t th th th n d t th th th n b p ph f ph f ph m y r rue l lue w s s s h l o h'.split(
    ' ',
  );
const thaiVowels = 'a a a am i i ue ue u u'.split(' ');
const thaiFirst = 'e ae o ai ai'.split(' ');
const georgian = 'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h'.split(' ');
const armenian = 'a b g d e z e y t zh i l kh ts k h dz gh ch m y n sh o ch p j r s v t r ts w p k o f'.split(
  ' ',
);

interface Sound {
  sound: string;
  /** Spoken with an a of its own, unless a sign follows. */
  isOpen?: boolean;
  isSign?: boolean;
}

const ofIndic = (at: number): Sound | null => {
  if (at >= 0x66 && at <= 0x6f) return { sound: String(at - 0x66) };
  if (at >= 0x3e && at <= 0x4c) return { sound: indicSigns[at - 0x3e] ?? '', isSign: true };
  if (at === 0x4d) return { sound: '', isSign: true };
  if (at === 0x3c || at === 0x3d) return { sound: '' };
  const sound = at <= 0x39 ? indic[at] : undefined;
  if (!sound) return null;
  return at >= 0x15 ? { sound: sound.slice(0, -1), isOpen: true } : { sound };
};

const ofThai = (at: number): Sound | null => {
  if (at >= 0x50 && at <= 0x59) return { sound: String(at - 0x50) };
  const sound = thai[at - 0x01] ?? thaiVowels[at - 0x30] ?? thaiFirst[at - 0x40];
  if (sound !== undefined) return { sound };
  return at === 0x2f || at === 0x3a || (at >= 0x45 && at <= 0x4e) ? { sound: '' } : null;
};

const from = (list: readonly string[], at: number): Sound | null => {
  const sound = list[at];
  return sound === undefined ? null : { sound };
};

function soundOf(letter: string): Sound | null {
  const code = letter.codePointAt(0) ?? 0;
  // Devanagari to Malayalam are laid out alike, and so are Thai and Lao.
  if (code >= 0x0900 && code < 0x0d80) return ofIndic((code - 0x0900) % 0x80);
  if (code >= 0x0e00 && code < 0x0f00) return ofThai((code - 0x0e00) % 0x80);
  if (code >= 0x10d0 && code <= 0x10f0) return from(georgian, code - 0x10d0);
  if (code >= 0x0531 && code <= 0x0556) return from(armenian, code - 0x0531);
  if (code >= 0x0561 && code <= 0x0586) return from(armenian, code - 0x0561);
  const plain = letter.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
  if (plain !== '') return { sound: plain };
  return /\p{M}|\p{Cf}/u.test(letter) ? { sound: '' } : null;
}

/** The text with a stand-in for every letter that is lacking; a word of such letters begins with a capital. */
export function withStandIns(text: string, lacks: (letter: string) => boolean): string {
  const letters = [...text.toWellFormed()];
  let isInWord = false;
  return letters
    .map((letter, at) => {
      if (!lacks(letter)) {
        isInWord = /\p{L}|\p{M}/u.test(letter);
        return letter;
      }
      const known = soundOf(letter);
      if (known === null) return box;
      const next = letters[at + 1];
      const isSpokenOn = known.isOpen === true && !(next !== undefined && soundOf(next)?.isSign);
      const sound = known.sound + (isSpokenOn ? 'a' : '');
      if (sound === '') return '';
      const word = isInWord ? sound : sound.charAt(0).toUpperCase() + sound.slice(1);
      isInWord = true;
      return word;
    })
    .join('');
}

// Where a line of Chinese, Japanese or Korean may end, and how near such signs stand to Latin ones.

const sign =
  /[\u2e80-\u303f\u3041-\u30ff\u3105-\u318e\u31a0-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffee\u{20000}-\u{3ffff}]/u;
/** Begin no line. */
const closing =
  /[,.;:!?)\]}%”’»…·、。，．：；！？）］｝〉》」』】〕〗〙〟｡｣､･・ー～〜々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯｰ％‰℃°\u00a0 ]/u;
/** End no line. */
const opening = /[([{“‘«（［｛〈《「『【〔〖〘〝｢￥＄￡$£€¥\u00a0]/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const latin = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]/u;
const isEarly = (letter: string): boolean => letter < '\u2e80';

/** Between signs a line may end anywhere but before what closes and after what opens. */
export function mayPart(before: string, after: string): boolean {
  if (after === '' || (isEarly(before) && isEarly(after))) return false;
  return (sign.test(before) || sign.test(after)) && !opening.test(before) && !closing.test(after);
}

/** A sign beside a letter or a figure wants a quarter of its size between them. */
export function isCloseTo(before: string, after: string): boolean {
  if (isEarly(before) === isEarly(after)) return false;
  return (ideograph.test(before) && latin.test(after)) || (latin.test(before) && ideograph.test(after));
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** A line runs the way of its first letter, whatever follows. */
export const runsRightToLeft = (text: string): boolean => {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first !== undefined && hasRightToLeft(first);
};

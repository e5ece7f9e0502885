/** Every text that is typed names who typed it, and is like no other: letters and figures that no formatting takes apart. */
export type Person = 'mara' | 'ben' | 'cleo';
export const people: readonly Person[] = ['mara', 'ben', 'cleo'];

/** What all texts of one story begin with. */
export const markOf = (story: number): string => `zq${story}x`;

export const wordOf = (story: number, person: Person, n: number): string =>
  `${markOf(story)}${person}${String(n).padStart(4, '0')}q`;

const unseen = /\u00ad|\u200b|\u200c|\u200d|\u2060|\ufeff/g;

/** The texts of this story in whatever was shown, kept, sent or mailed: title case and hyphenation change nothing. */
export function wordsIn(story: number, anything: string): Set<string> {
  const pattern = new RegExp(`${markOf(story)}(?:${people.join('|')})\\d{4}q`, 'g');
  return new Set(anything.replaceAll(unseen, '').toLowerCase().match(pattern));
}

export const nameOf = (person: Person): string => person[0]?.toUpperCase() + person.slice(1);

import { plain } from '#base/finder/stems.ts';

/** Something that changes an answer, such as a country or having signed already: its words by language, the first its name. */
export type Condition = ReadonlyMap<string, readonly string[]>;

/** Reads lines of words.txt such as "& Germany, german | Deutschland, deutsche | Allemagne | Alemania". */
export function readConditions(...texts: readonly string[]): Condition[] {
  const conditions: Condition[] = [];
  for (const text of texts) {
    let languages = ['en', 'de', 'fr', 'es'];
    for (const line of text.split(/\r?\n/)) {
      if (/^[a-z]{2,3}(?:\s*\|\s*[a-z]{2,3})*$/.test(line.trim()))
        languages = line.split('|').map((one) => one.trim());
      if (!line.startsWith('& ')) continue;
      const columns = line.slice(2).split('|');
      conditions.push(
        new Map(
          languages.map((language, at) => [
            language,
            (columns[at] ?? '')
              .split(',')
              .map((one) => one.trim())
              .filter(Boolean),
          ]),
        ),
      );
    }
  }
  return conditions;
}

const spaced = (text: string): string =>
  ` ${plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

const isIn = (condition: Condition, text: string, languages: readonly string[]): boolean =>
  languages.some((language) => (condition.get(language) ?? []).some((one) => text.includes(spaced(one))));

const mostNamed = 2;

/** What the question says that makes a difference, and the answer says nothing of; by name, in the question's language. */
export function notSpokenOf(
  conditions: readonly Condition[],
  question: string,
  answer: string,
  language: string,
): string[] {
  const [asked, told] = [spaced(question), spaced(answer)];
  return conditions
    .filter((one) => isIn(one, asked, [language]) && !isIn(one, told, [...one.keys()]))
    .map((one) => one.get(language)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, mostNamed);
}

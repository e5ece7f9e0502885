/** What an author wrote and cannot be used, by the line it stands on. */
export interface Mistake {
  line: number;
  words: string;
}

/** Collected while reading on, so that one reading shows them all. */
export class Mistakes extends Error {
  override name = 'Mistakes';
  readonly list: Mistake[];
  constructor(list: Mistake[]) {
    super(list.map(({ line, words }) => `${line}: ${words}`).join('\n'));
    this.list = list;
  }
}

import type { Contents } from '#features/documents/rules/formats/furniture.ts';

/** Entries of a table of contents that send a reader to the wrong page, from the words of a PDF, page by page. */
export function misled(words: string, { entries }: Contents): string[] {
  const pages = words.split('\f').map((page) => page.replace(/\s+/g, ' '));
  return entries.flatMap(({ number, words: title }) => {
    const listed = pages
      .slice(0, 2)
      .map((page) => page.slice(page.indexOf('Contents')))
      .map((page) => page.slice(page.indexOf(title) + title.length, page.indexOf(title) + title.length + 4))
      .map((after) => Number(/^ (\d+)/.exec(after)?.[1]))
      .find((page) => page > 0);
    const heading = number === '' ? title : `${number}. ${title}`;
    return listed !== undefined && pages[listed - 1]?.includes(heading) ? [] : [`${title}: ${listed}`];
  });
}

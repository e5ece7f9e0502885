import { siteFolder, type SiteFolder } from './site-folder.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';

/** A product.md that is right, with some keys said otherwise (null leaves one out). */
export function productText(changes: Record<string, string | null> = {}): string {
  const keys: Record<string, string | null> = {
    title: 'Launch checklist',
    summary: 'Forty steps from an empty repository to a first paying customer.',
    price: '1900',
    kind: 'checklist',
    tags: '[saas, launch]',
    licence:
      '\n  name: One person, any project\n  words: Use it in as many projects as you like; do not resell it.\n  file: LICENCE.md',
    changelog: '\n  - version: 1.0\n    date: 2026-11-01\n    changes: The first edition.',
    files: '\n  - file: files/checklist.md\n    words: The checklist, to tick off',
    images: '\n  - file: images/cover.svg\n    alt: The first page',
    ...changes,
  };
  const lines = Object.entries(keys).flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]));
  return `---\n${lines.join('\n')}\n---\nWhat it is **for**.\n`;
}

/** The files of one product, below `catalog/`. */
export const productFiles = (
  id: string,
  changes: Record<string, string | null> = {},
  checklist = '- [ ] Buy the domain\n',
) => ({
  [`catalog/${id}/product.md`]: productText(changes),
  [`catalog/${id}/LICENCE.md`]: 'Use it.\n',
  [`catalog/${id}/files/checklist.md`]: checklist,
  [`catalog/${id}/images/cover.svg`]: svg,
});

/** A folder with a catalogue in it, for one test. */
export const catalogueFolder = (...products: Record<string, string>[]): Promise<SiteFolder> =>
  siteFolder(Object.assign({}, ...products));

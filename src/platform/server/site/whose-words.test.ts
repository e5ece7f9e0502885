import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * What takes seconds over a hundred kilobytes of the wrong letters (`&a &a …`, `a*a*…`): it reads the operator's files,
 * at start and when they change. Whoever adds a reader here says whose words it reads, or bounds them first.
 */
const readers: Record<string, string> = {
  'src/features/assistant/server/advice.ts': 'files of content/',
  'src/features/documents/server/desk/bundles-room.ts':
    'a file of site/bundles/; what the desk writes there is bounded',
  'src/features/documents/server/desk/rooms.ts': 'a text of up to 50,000 letters of an operator at the desk',
  'src/features/documents/server/library.ts': 'files of content/documents/',
  'src/features/outreach/server/newsletter/desk/issue-form.ts':
    'what the desk saved, which is bounded there, and files of the command',
  'src/features/outreach/server/newsletter/issue.ts': 'a file that the operator sends',
  'src/features/outreach/server/newsletter/mail-blocks.ts': 'the same',
  'src/features/pages/server/desk/pictures/shelf.ts': 'site/hub.md',
  'src/features/store/server/orders/tax-book.ts': 'files of site/',
  'src/features/store/server/read-catalogue.ts': 'files of catalog/',
  'src/features/store/server/read-product.ts': 'files of catalog/',
  'src/features/store/server/shelf/lists.ts': 'files of site/catalog/; what the desk writes there is bounded',
  'src/features/store/server/shelf/new-version.ts': 'the same',
  'src/features/store/server/shelf/preview.ts': 'the same',
  'src/features/store/server/shelf/product-folders.ts': 'the same',
  'src/features/store/server/shelf/proof.ts': 'the same',
  'src/features/store/server/shelf/standing.ts': 'the same',
};
const slow =
  /from '(?:marked|yaml|sanitize-html)'|\b(?:renderMarkdown|readMarkdownFile|parseMarkdownFile|parseTextFile|mailBlocks)\(/;

test('libraries parse Markdown, YAML and HTML only from the operator’s own files', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const found = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /(?<!\.test)\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => slow.test(readFileSync(path, 'utf8')))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('src/platform/server/site/'));
  expect(found.sort()).toEqual(Object.keys(readers).sort());
});

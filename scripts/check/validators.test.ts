import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { markdown } from './markdown.ts';
import { lintApi } from './openapi.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('Markdown that would be shown as something else is flagged, and style is left to its writer', async () => {
  const texts: Record<string, string> = {
    'docs/a.md': '# One\n\nSee https://hub.example now.\n\n```\nx\n```\n\n![](picture.png)\n',
    'docs/b.md': `# Two\n${'long '.repeat(60)}\n- one\n`.replaceAll(' \n', '\n'),
    'content/c.md': 'No heading, and https://hub.example',
  };
  const tree = { root, files: Object.keys(texts), read: (file: string) => texts[file] ?? '' };
  expect((await markdown.run(tree)).faults.map(({ rule, file, line }) => `${rule} ${file}:${line}`)).toEqual([
    'MD034 docs/a.md:3',
    'MD040 docs/a.md:5',
    'MD045 docs/a.md:9',
  ]);
  expect((await markdown.run(tree)).looked).toBe(2);
});

test('a description of the API is flagged where programs of others would stumble', async () => {
  const described = (operation: object) => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://hub.example' }],
    paths: {
      '/api/a': {
        get: { operationId: 'a', summary: 'A', responses: { 200: { description: 'A' } }, ...operation },
      },
    },
  });
  const rules = async (operation: object) =>
    (await lintApi(described(operation), { root })).map(({ rule }) => rule);
  expect(await rules({ security: [] })).toEqual([]);
  expect(await rules({})).toEqual(['security-defined']);
  expect(await rules({ security: [], operationId: undefined })).toEqual(['operation-operationId']);
});

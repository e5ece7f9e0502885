import { globSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** As GitHub names the place of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .trim()
    .replaceAll(' ', '-');

test('every link and picture in the docs leads to a file that is there, and to a heading that it has', () => {
  const dead: string[] = [];
  let seen = 0;
  for (const page of pages) {
    const prose = read(page)
      .replace(/```.*?```/gs, '')
      .replace(/`[^`\n]*`/g, '');
    for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(?:https?|mailto):/.test(link)) continue;
      seen += 1;
      const [path = '', anchor] = link.split('#');
      const target = path ? normalize(join(dirname(page), path)) : page;
      const isThere = existsSync(join(root, target));
      const hasPlace = () =>
        [...read(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
      if (!isThere || (anchor !== undefined && !hasPlace())) dead.push(`${page}: ${link}`);
    }
  }
  expect(seen).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

test('every file of the sources that the docs name is there', () => {
  const gone: string[] = [];
  // What a guide adds is not there until somebody follows it.
  const isAdded = (path: string) => /^(?:src\/features\/notes\/|migrations\/\d{4}_notes\.ts)/.test(path);
  for (const page of pages)
    for (const [, path = ''] of read(page).matchAll(
      /`((?:src|testing|e2e|scripts|bench|docs|migrations|emulators|catalog|content)\/(?:[\w/.@-]+\.(?:tsx?|mjs|css|md)|[\w/-]*\/))`/g,
    ))
      if (!isAdded(path) && !existsSync(join(root, path))) gone.push(`${page}: ${path}`);
  expect(gone).toEqual([]);
});

test('every file that the docs name by its end alone is one of the sources', () => {
  const sources = globSync('{src,testing,e2e,scripts,bench,migrations,emulators}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  });
  const gone = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|css))`/g)].map(([, path = '']) => ({
        page,
        path,
      })),
    )
    // What an example adds, or a product holds.
    .filter(
      ({ path }) => !/^(?:src\/features\/notes|tools)\//.test(path) && !/(?:\d{4}_)?notes\.tsx?$/.test(path),
    )
    .filter(({ path }) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)));
  expect(gone.map(({ page, path }) => `${page}: ${path}`)).toEqual([]);
});

test('each package has its reason in docs/dependencies.md and somebody who imports it', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const reasons = read('docs/dependencies.md');
  const sources = globSync('{src,e2e,scripts,bench,testing,emulators,migrations}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  })
    .concat('vite.config.ts', 'vitest.config.ts')
    .map(read)
    .join('\n');
  // Tools that are run and not imported, and types that come with the code they are for.
  const isRun = (name: string) =>
    /^(?:@types\/|typescript$|oxlint$|oxfmt$|dependency-cruiser$|@redocly\/cli$)/.test(name);
  const imported = [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter(
    (name) => !isRun(name),
  );
  const idle = imported.filter(
    (name) =>
      ![`'${name}'`, `'${name}/`, `"${name}"`, `"${name}/`].some((quoted) => sources.includes(quoted)),
  );
  expect(idle).toEqual([]);
  const isNamed = (name: string) =>
    reasons.includes(name) ||
    [...reasons.matchAll(/(\S+)\*/g)].some(([, start = '']) => name.startsWith(start)) ||
    // "@tiptap/core, pm": the second of one scope goes without it.
    (name.startsWith('@') &&
      new RegExp(`${name.split('/')[0]}/[^|]*\\b${name.split('/')[1]}\\b`).test(reasons));
  const unnamed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(unnamed.filter((name) => !isNamed(name))).toEqual([]);
});

test('each attack that docs/security.md says was tried has a test of that name', () => {
  const [, section = ''] = read('docs/security.md').split('### From outside, line by line');
  const lines = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| [^\n]* \| `([^`]+)`(?:: (.+))? \|$/gm)];
  expect(lines.length).toBeGreaterThan(20);
  const missing = lines.filter(([, path = '', title]) => {
    const titles = [...read(path).matchAll(/^test\(\s*(['`])(.+?)\1/gms)].map(([, , words = '']) => words);
    return !titles.some((words) => words.includes(title ?? ''));
  });
  expect(missing.map(([line]) => line)).toEqual([]);
});

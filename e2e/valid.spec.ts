// No browser: what the hub answers is read as a document, by the rules of HTML and by those that readers need.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { type Hub, startHub } from './hub.ts';

const test = base.extend<object, { hub: Hub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
    async ({}, use) => {
      await using hub = await startHub();
      await use(hub);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const rules = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'no-dup-class': 'error',
    // Said for browsers to which a table that is laid out otherwise is none.
    'no-redundant-role': 'off',
    // A paper's blanks are words that can be pressed; a button would break its lines.
    'prefer-native-element': 'off',
    // The same form stands in the foot of the page that is about it.
    'unique-landmark': 'off',
  },
});

async function listedPages({ url }: Hub): Promise<string[]> {
  const map = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>([^<]+)</g)].map(([, found = '']) => new URL(found).pathname);
}

/** Not listed for search engines, and public all the same. */
const unlisted = [
  '/signin',
  '/signup',
  '/forgot-password',
  '/cart',
  '/checkout/guest',
  '/thank-you',
  '/donate',
  '/find-order',
  '/newsletter/confirm',
  '/tools/classic-template-generator?document=mutual-nda',
  '/dashboard',
  '/nowhere',
];

test('every public page is HTML, and so is every refusal that somebody sees', async ({ hub }) => {
  test.setTimeout(120_000);
  const listed = await listedPages(hub);
  expect(listed.length).toBeGreaterThan(20);
  const faults: string[] = [];
  for (const path of [...listed, ...unlisted]) {
    const report = await rules.validateString(await (await fetch(hub.url + path)).text());
    for (const { messages } of report.results)
      for (const { ruleId, message, selector } of messages)
        faults.push(`${path} ${ruleId}: ${message} (${selector ?? ''})`);
  }
  expect(faults).toEqual([]);
});

/** The W3C's own checker, in Java: `VNU_JAR=path/to/vnu.jar`, for it is too large to come with the tests. */
test('every public page is HTML in the eyes of the W3C', async ({ hub }) => {
  const jar = process.env['VNU_JAR'];
  test.skip(!jar, 'VNU_JAR names no vnu.jar');
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const paths = [...(await listedPages(hub)), ...unlisted];
  for (const [index, path] of paths.entries())
    await writeFile(join(folder, `${index}.html`), await (await fetch(hub.url + path)).text());
  const said = await new Promise<string>((resolve) =>
    execFile(
      'java',
      ['-jar', jar ?? '', '--errors-only', '--format', 'json', '--exit-zero-always', '--stdout', folder],
      { maxBuffer: 1 << 28 },
      (_error, stdout, stderr) => resolve(stdout || stderr),
    ),
  );
  await rm(folder, { recursive: true });
  const { messages } = JSON.parse(said) as { messages: { url: string; message: string }[] };
  // Written out for browsers to which a table that is laid out otherwise is none.
  const isMeant = (message: string) =>
    /^The “role” attribute must not be used on a “t[dhr]” element/.test(message);
  const faults = messages
    .filter(({ message }) => !isMeant(message))
    .map(({ url, message }) => `${paths[Number(/(\d+)\.html$/.exec(url)?.[1])]} ${message}`);
  expect(faults).toEqual([]);
});

test('what machines are told of a product has whole addresses', async ({ hub }) => {
  const html = await (await fetch(`${hub.url}/product/desk-icons`)).text();
  const [, told = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const { image, offers } = JSON.parse(told) as { image: string[]; offers: { url: string } };
  for (const address of [...image, offers.url]) expect(address).toMatch(new RegExp(`^${hub.url}/`));
  expect(html).not.toMatch(/<link(?![^>]*\bhref=)/);
});

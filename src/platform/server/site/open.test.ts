// Long because: every mistake that a site folder can hold has its line here.

import { systemClock } from '#base/clock.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { type Log, silentLog } from '../log.ts';
import { parseMarkdownFile } from './front-matter.ts';
import { openSite } from './open.ts';

const hub = (...lines: string[]) => ({ 'hub.md': ['---', ...lines, '---', ''].join('\n') });
const seller = [
  'seller:',
  '  legalName: Ada GmbH',
  '  address: [Main Street 1, 10115 Berlin]',
  '  country: de',
  '  email: ada@example.com',
];

async function wordsOf(...lines: string[]) {
  await using site = await siteFolder(hub(...lines));
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  return store.words();
}

/** The startup error, without the temp folder's name. */
async function mistakeIn(files: Record<string, string | Uint8Array>): Promise<string> {
  await using site = await siteFolder(files);
  const opened = openSite(site.dir, shippedDir, silentLog, systemClock);
  const error: unknown = await opened.then(
    (store) => store.close(),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) throw new Error('The start was not stopped');
  expect(error.name).toBe('SiteMistake');
  return error.message.replaceAll(site.dir, 'site');
}

test('without a site folder the hub shows sample texts and says so', async () => {
  await using site = await siteFolder();
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  expect(store.words()).toMatchObject({
    name: 'Devpreneur',
    isSample: true,
    logo: null,
    accent: null,
    morePages: [],
  });
  expect(store.words().seller.legalName).toBe('Devpreneur (sample operator)');
  expect(store.page('terms')?.html).toContain('This site isn’t set up yet');
});

test('what the operator gave for the shop is told apart from the sample’s words', async () => {
  const shopOf = async (...lines: string[]) => {
    await using site = await siteFolder(hub(...lines));
    const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
    store.close();
    return store.shop();
  };
  expect(await shopOf()).toEqual({ name: '', address: '', cartReminders: true });
  expect(await shopOf('name: Ada', 'cartReminders: off', ...seller)).toEqual({
    name: 'Ada',
    address: 'Main Street 1, 10115 Berlin',
    cartReminders: false,
  });
});

test('the operator’s texts override the shipped ones, key by key', async () => {
  const words = await wordsOf('name: Ada Works', 'support:', '  email: help@example.com');
  expect(words.name).toBe('Ada Works');
  expect(words.newsletterSender).toBe('Ada Works');
  expect(words.support).toEqual({ email: 'help@example.com', answersWithin: 'two working days' });
  expect(words.assistantName).toBe('Devpreneur AI');
  expect(words.isSample).toBe(true);
});

test('a real seller replaces the sample completely', async () => {
  const words = await wordsOf(...seller, '  phone: +49301234567', '  vatId: DE123456789');
  expect(words.isSample).toBe(false);
  expect(words.seller).toEqual({
    legalName: 'Ada GmbH',
    representedBy: null,
    address: ['Main Street 1', '10115 Berlin'],
    country: 'DE',
    registration: '',
    vatId: 'DE123456789',
    email: 'ada@example.com',
    phone: '+49301234567',
  });
});

test('a color works with or without #, and Norway is a country', async () => {
  const words = await wordsOf('accent: a01b2c', 'seller:', '  country: NO');
  expect(words.accent).toBe('#A01B2C');
  expect(words.seller.country).toBe('NO');
});

test('social links keep their order and names', async () => {
  const words = await wordsOf(
    'social:',
    '  GitHub: https://github.com/ada',
    '  Mastodon: https://example.social/@ada',
  );
  expect(words.social).toEqual([
    { label: 'GitHub', url: 'https://github.com/ada' },
    { label: 'Mastodon', url: 'https://example.social/@ada' },
  ]);
});

const mistakes: [what: string, lines: string[], message: string][] = [
  [
    'an unknown key',
    ['name: A', 'seler:', '  country: DE'],
    'site/hub.md:3: seler: unknown key, did you mean seller?',
  ],
  [
    'an unknown key in a block',
    ['seller:', '  vatID: DE1', '  country: DE'],
    'site/hub.md:3: seller.vatID: unknown key, did you mean seller.vatId?',
  ],
  [
    'a list where text belongs',
    ['tagline:', '  - one', '  - two'],
    'site/hub.md:2: tagline: got a list, expected one line of text, at most 120 characters',
  ],
  [
    'text where keys belong',
    ['seller: Ada GmbH'],
    'site/hub.md:2: seller: got "Ada GmbH", expected keys, one per line',
  ],
  [
    'a menu that leads out of the web',
    ['menu:', '  - Shop: /store', '  - Call: "tel:1"'],
    'site/hub.md:4: menu.2.Call: got "tel:1", expected a page such as /store, or a URL such as https://example.com',
  ],
  [
    'a menu that isn’t a list',
    ['footer:', '  Shop: /store'],
    'site/hub.md:2: footer: got a block of keys, expected a list of up to 12 names with where they lead, such as - Store: /store',
  ],
  [
    'a menu wider than a page',
    ['menu:', `  - ${'x'.repeat(39)}: /store`, '  - xx: /store'],
    'site/hub.md:2: menu: got a list, expected names of up to 40 letters together',
  ],
  [
    'nothing where words are needed',
    ['name:'],
    'site/hub.md:2: name: got nothing, expected one line of text, at most 60 characters',
  ],
  [
    'a bad colour',
    ['accent: blue'],
    'site/hub.md:2: accent: got "blue", expected a six-digit hex color, such as 1D43C6',
  ],
  [
    'a colour that YAML takes for a comment',
    ['accent: #1D43C6'],
    'site/hub.md:2: accent: got nothing (# starts a comment: put quotes around "#1D43C6"), expected a six-digit hex color, such as 1D43C6',
  ],
  [
    'a country by name',
    ['seller:', '  country: Germany'],
    'site/hub.md:3: seller.country: got "Germany", expected a two-letter ISO 3166 country code, such as DE',
  ],
  [
    'UK',
    ['seller:', '  country: UK'],
    'site/hub.md:3: seller.country: got "UK", expected a two-letter ISO 3166 country code, such as GB',
  ],
  [
    'a region that is no country',
    ['seller:', '  country: EU'],
    'site/hub.md:3: seller.country: got "EU", expected a two-letter ISO 3166 country code, such as DE',
  ],
  [
    'two addresses in email',
    ['seller:', '  email: a@example.com, b@example.com'],
    'site/hub.md:3: seller.email: got "a@example.com, b@example.com", expected one email address, such as hello@example.com',
  ],
  [
    'a VAT id without digits',
    ['seller:', '  vatId: none'],
    'site/hub.md:3: seller.vatId: got "none", expected the ID as registered, such as DE123456789',
  ],
  [
    'an address that is no list',
    ['seller:', '  address: Main Street 1'],
    'site/hub.md:3: seller.address: got "Main Street 1", expected a list of 1 to 6 lines, each starting with a dash',
  ],
  [
    'a block in a list of lines',
    ['seller:', '  address:', '    - Main Street 1', '    - zip: 10115'],
    'site/hub.md:5: seller.address.2: got a block of keys, expected one line of text, at most 120 characters',
  ],
  [
    'a language nobody speaks',
    ['language: english'],
    'site/hub.md:2: language: got "english", expected a language such as en-US or en-GB',
  ],
  [
    'a calendar beside the language',
    ['language: de-DE-u-ca-buddhist'],
    'site/hub.md:2: language: got "de-DE-u-ca-buddhist", expected a language such as en-US or en-GB',
  ],
  [
    'an insecure social link',
    ['social:', '  GitHub: http://github.com/ada'],
    'site/hub.md:3: social.GitHub: got "http://github.com/ada", expected a URL such as https://example.com/you',
  ],
  ['a key given twice', ['name: A', 'name: B'], 'site/hub.md:3: not valid YAML: Map keys must be unique'],
  [
    'reminders that are neither on nor off',
    ['cartReminders: no'],
    'site/hub.md:2: cartReminders: got "no", expected on or off',
  ],
  [
    'a logo outside the site folder',
    ['logo: ../secret.png'],
    'site/hub.md:2: logo: got "../secret.png", expected the name of a file in the site folder, such as logo.svg',
  ],
  [
    'a logo that is not there',
    ['name: A', 'logo: log.svg'],
    'site/hub.md:3: logo: got a file that can’t be read (ENOENT), expected a readable file in the site folder',
  ],
];

test.each(mistakes)('%s stops startup with file and line', async (_, lines, message) => {
  expect(await mistakeIn(hub(...lines))).toBe(message);
});

test('several errors are reported at once, one per line', async () => {
  expect(
    (await mistakeIn(hub('nam: A', 'accent: blue'))).split('\n').map((line) => line.split(': ')[0]),
  ).toEqual(['site/hub.md:3', 'site/hub.md:2']);
});

test('a legal name without an address, country and email is rejected', async () => {
  expect(await mistakeIn(hub('seller:', '  legalName: Ada GmbH', '  country: DE'))).toBe(
    'site/hub.md:3: seller.address: got nothing, expected the lines of your postal address, because seller.legalName is set\n' +
      'site/hub.md:3: seller.email: got nothing, expected one email address, because seller.legalName is set',
  );
});

test('line numbers are right with Windows line endings', async () => {
  expect(await mistakeIn({ 'hub.md': '---\r\nname: A\r\nlogo: [x]\r\n---\r\n' })).toMatch(
    /^site\/hub\.md:3: logo: got a list/,
  );
});

test('a hub.md without its dashes is told what is missing', async () => {
  expect(await mistakeIn({ 'hub.md': 'name: A\n' })).toBe(
    'site/hub.md:1: front matter: got "name: A", expected three dashes (---) on the first line, then keys',
  );
  expect(await mistakeIn({ 'hub.md': '---\nname: A\n' })).toMatch(
    /^site\/hub\.md:1: front matter: .* expected three dashes \(---\) on a line after the last key/,
  );
});

const png = await readFile(join(shippedDir, 'brand/icon-192.png'));

test('a logo next to hub.md replaces the mark in the header and in emails', async () => {
  await using site = await siteFolder({
    'logo.svg': '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    'logo.png': png,
  });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  const { logo, mailLogo } = store.words();
  expect(logo).toMatch(/^\/brand\/logo\.svg\?v=/);
  expect(mailLogo).toMatch(/^\/brand\/logo\.png\?v=/);
  expect(store.asset('/brand/logo.svg')?.type).toBe('image/svg+xml');
});

test('emails use the name if the only logo is one that mail clients can’t show', async () => {
  await using site = await siteFolder({ 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  expect(store.words().mailLogo).toBeNull();
});

test('a logo that isn’t an image stops startup', async () => {
  expect(await mistakeIn({ 'logo.png': 'hello' })).toBe(
    'site/logo.png:1: logo: got a file that isn’t an image, expected an SVG, PNG, WebP or JPEG image with the matching extension',
  );
  expect(await mistakeIn({ ...hub('logo: mine.jpg'), 'mine.jpg': png })).toBe(
    'site/hub.md:2: logo: got image/png with another file extension, expected an SVG, PNG, WebP or JPEG image with the matching extension',
  );
});

test('an image in site/ replaces the shipped one with that name; the accent colors the mark', async () => {
  await using site = await siteFolder({ ...hub('accent: "#aa0000"'), 'og.png': png, 'images/team.png': png });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  expect(Buffer.from(store.asset('/brand/og.png')?.bytes ?? []).equals(png)).toBe(true);
  expect(Buffer.from(store.asset('/brand/mark.svg')?.bytes ?? []).toString()).toContain('#AA0000');
  expect(store.asset('/images/team.png')?.type).toBe('image/png');
  expect(store.asset('/brand/hub.md')).toBeUndefined();
});

function listeningLog(): Log & { errors: string[] } {
  const errors: string[] = [];
  return { ...silentLog, errors, error: (message) => void errors.push(message) };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

test('a change to hub.md appears without a restart, even if the folder is new', async () => {
  await using site = await siteFolder();
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  const sample = store.version();
  await site.put(hub('name: First'));
  await eventually(() => expect(store.words().name).toBe('First'));
  const first = store.version();
  await site.put(hub('name: Second'));
  await eventually(() => expect(store.words().name).toBe('Second'));
  expect(new Set([sample, first, store.version()]).size).toBe(3);
  await site.put({
    'pages/imprint.md': '---\ntitle: Imprint\ndescription: Who runs this.\nupdated: 2026-11-21\n---\nHello.',
  });
  await eventually(() => expect(store.words().morePages).toEqual([{ path: '/imprint', title: 'Imprint' }]));
  await site.remove('pages');
  await eventually(() => expect(store.page('imprint')).toBeUndefined());
  store.close();
});

test('an error at runtime is logged with its line, and the last valid texts stay', async () => {
  await using site = await siteFolder(hub('name: Good'));
  const log = listeningLog();
  const store = await openSite(site.dir, shippedDir, log, systemClock);
  const version = store.version();
  await site.put(hub('name: Better', 'acent: blue'));
  await eventually(() => expect(log.errors).not.toEqual([]));
  expect(log.errors[0]).toMatch(/hub\.md:3: acent: unknown key, did you mean accent\?$/);
  expect([store.words().name, store.version()]).toEqual(['Good', version]);
  await site.put(hub('name: Better'));
  await eventually(() => expect(store.words().name).toBe('Better'));
  store.close();
});

test('the same texts have the same version, whoever reads them', async () => {
  await using site = await siteFolder(hub('name: Same'));
  const versions = await Promise.all(
    [1, 2].map(async () => {
      const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
      store.close();
      return store.version();
    }),
  );
  expect(versions[0]).toBe(versions[1]);
});

test('every example in docs/configure.md is accepted as it is', async () => {
  const guide = await readFile(join(shippedDir, '../docs/configure.md'), 'utf8');
  const examples = [...guide.matchAll(/```(?:markdown|yaml)\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  const [first = '', more = '', imprint = '', train = '', issue = '', topics = ''] = examples;
  expect(examples).toHaveLength(6);
  expect(parseMarkdownFile('issue.md', issue).data).toEqual({ subject: 'A shorter way to a signed offer' });
  await using site = await siteFolder({
    'hub.md': first.replace('\n---\n', `\n${more}${topics}---\n`),
    'pages/imprint.md': imprint,
    'portfolio/night-train.md': train,
    'images/night-train.png': await readFile(join(shippedDir, 'brand/icon-192.png')),
  });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  expect(store.words()).toMatchObject({ name: 'Ada Works', accent: '#0B6E4F', isSample: false });
  expect(store.words().newsletterTopics.map(({ id }) => id)).toEqual(['tools', 'law']);
  expect(store.page('imprint')?.html).toContain('VAT id: DE123456789');
  expect(store.page('about')?.html).toContain('I am Ada.');
  expect(store.projects().map(({ title }) => title)).toContain('The night train');
});

test('text in another encoding is rejected with its line, before it reaches pages and emails', async () => {
  const latin1 = Buffer.from('---\nname: Ada Works\ntagline: B\u00fccher\n---\n', 'latin1');
  expect(await mistakeIn({ 'hub.md': latin1 })).toBe(
    'site/hub.md:3: encoding: expected UTF-8; save the file in that encoding',
  );
});

test('a SITE_DIR that is a file stops startup instead of showing sample texts', async () => {
  await using site = await siteFolder(hub('name: Ada Works'));
  await expect(openSite(join(site.dir, 'hub.md'), shippedDir, silentLog, systemClock)).rejects.toThrow(
    /^SITE_DIR: got the file .*hub\.md, expected a folder$/,
  );
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { type Hub, startHub } from './hub.ts';

const hostile = '<script>alert(1)</script> & “more”';
const issue = (keys: string) => `---
${keys}
---
# What is new

Six **fewer** questions in [the store](/store), and \`code\` as it is typed: ${'x'.repeat(90)}.

## Worth two minutes

- one
- two

> A clause works best before anyone is late.

[**Open the store**](/store)
`;

let folder = '';
let own: Hub;
const reader = 'anna.reader@example.com';

async function send(name: string, keys: string): Promise<void> {
  const file = join(folder, `${name}.md`);
  await writeFile(file, issue(keys));
  await own.command('newsletter', 'send', file);
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = await mkdtemp(join(tmpdir(), 'hub-news-'));
  await mkdir(join(folder, 'site'));
  await writeFile(
    join(folder, 'site', 'hub.md'),
    '---\nnewsletterTopics:\n  tools: New tools\n  law: Contracts and law\n---\n',
  );
  own = await startHub({ dataDir: folder, env: { TRUST_PROXY: '1' } });
  // Subscribed as everybody is: by the form, and by the link in the mail.
  const form = new URLSearchParams({ from_email: reader });
  await fetch(`${own.url}/api/newsletter`, { method: 'POST', body: form, redirect: 'manual' });
  const link = await linkIn(/newsletter\/confirm\?t=(\S+)/);
  await fetch(`${own.url}/api/newsletter/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ t: link }),
  });
  await send('first', 'subject: A shorter way to a signed offer\ntopics: tools');
  await send('second', `subject: '${hostile}'`);
});

test.afterAll(async () => {
  await own.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** What a mail to the reader says, once it is there. */
async function linkIn(pattern: RegExp): Promise<string> {
  let found = '';
  await expect(async () => {
    const box = `${own.url}/api/dev/mailbox`;
    const { mails } = (await (await fetch(box)).json()) as { mails: { id: string; to: string }[] };
    for (const { id } of mails.filter(({ to }) => to === reader)) {
      const { text } = (await (await fetch(`${box}/${id}`)).json()) as { text: string };
      found ||= pattern.exec(text)?.[1] ?? '';
    }
    expect(found).not.toBe('');
  }).toPass({ timeout: 60_000 });
  return found;
}
const preferences = () => linkIn(/newsletter\/preferences\?t=(\S+)/);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

test('issues are read on the web, listed, and found by feed readers; what is hostile in them is text', async ({
  page,
}) => {
  test.slow();
  await page.goto(`${own.url}/newslettersignup`);
  await page.getByRole('link', { name: 'Read past issues' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter archive' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: hostile }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'A shorter way to a signed offer' }).click();
  await expect(page).toHaveURL(/\/newsletter\/first$/);

  const html = await (await fetch(`${own.url}/newsletter/second`)).text();
  expect(html).not.toContain('<script>alert');
  expect(html).toContain(`<link rel="alternate" type="application/rss+xml"`);
  expect(html).toContain('"@type":"BlogPosting"');
  expect(await (await fetch(`${own.url}/sitemap.xml`)).text()).toContain(`${own.url}/newsletter/second`);
  const feeds = [];
  for (const path of ['/newsletter/feed.xml', '/newsletter/atom.xml']) {
    const text = await (await fetch(own.url + path)).text();
    const problem = await page.evaluate(
      (xml) =>
        new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
      text,
    );
    expect(problem).toBeUndefined();
    feeds.push(text);
  }
  expect(html + feeds.join('')).not.toContain('anna.reader');
});

test('every issue can be opened in the browser from its mail', async ({ page }) => {
  await page.goto(`${own.url}/newsletter/${await linkIn(/View in browser: \S+\/newsletter\/(\S+)/)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test(`a reader chooses, pauses, leaves and comes back, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    browser,
  }) => {
    test.slow();
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${own.url}/newsletter/preferences?t=${await preferences()}`);
    const said = page.locator('.ui-notice').first();
    await page.getByLabel('New tools').check();
    await press(page, 'Save topics');
    await expect(said).toContainText('You’ll get issues about: New tools.');
    await press(page, 'Undo');
    await expect(said).toContainText('every topic');
    await press(page, 'Get one a month at most');
    await expect(said).toContainText('one issue a month at most');
    await press(page, 'Undo');
    await expect(said).toContainText('every issue');
    await press(page, 'Pause for 30 days');
    await expect(said).toContainText('Paused until');
    await press(page, 'Undo');
    await expect(said).toContainText('The pause is over.');
    await press(page, 'Unsubscribe from all issues');
    await expect(said).toContainText('You’re unsubscribed.');
    await press(page, 'Undo');
    await expect(said).toContainText('You’re subscribed again.');
    await context.close();
  });

test('the preferences are accessible in both themes, and a link of nobody says so', async ({ page }) => {
  test.slow();
  await page.goto(`${own.url}/newsletter/preferences?t=${await preferences()}`);
  await expectAccessibleInBothThemes(page);
  await press(page, 'Pause for 30 days');
  await expect(page.getByText('Paused until').first()).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await press(page, 'Undo');
  await page.goto(`${own.url}/newsletter/preferences?t=nobody.x`);
  await expect(page.getByText('This link doesn’t work')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

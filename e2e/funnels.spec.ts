import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import {
  builder,
  press,
  pick,
  view,
  fill,
  chosen,
  nameOf,
  preview,
  inAccount,
  giveGuide,
  giveName,
  ownHeadline,
  realBrowser,
  leadsTo,
  saved,
} from './funnel-hands.ts';
import { signUp } from './members.ts';

test('[FUN-1] a funnel is built, published, visited and counted without a pointer, from guest to member', async ({
  page,
  browser,
  hub,
  watch,
  allowError,
}) => {
  allowError(/status of 40[04]/);
  test.setTimeout(120_000);
  await page.goto(builder);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Start from this: Lead magnet' }));

  // A step more, and a block more on it, moved and deleted; undo brings it back.
  await expect(preview(page)).toContainText('Price your next project');
  const steps = page.getByRole('region', { name: 'Steps' });
  await pick(steps.getByRole('button', { name: 'Add step' }), 'Page');
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await fill(nameOf(page), 'More about it');
  const blocks = page.getByRole('region', { name: 'Blocks' });
  await pick(blocks.getByRole('button', { name: 'Add block' }), 'Hero');
  await fill(chosen(page).getByLabel('Heading'), 'Nine pages, three prices');
  await expect(preview(page)).toContainText('Nine pages, three prices');
  await fill(chosen(page).getByLabel('Supporting text'), 'And when to use which.');
  await press(blocks.getByRole('button', { name: /^Text/ }));
  await fill(chosen(page).getByLabel('Text', { exact: true }), 'Each on a page of its own.');
  const hero = blocks.getByRole('button', { name: /^Hero: Nine/ });
  await hero.focus();
  await hero.press('Alt+ArrowUp');
  await expect(blocks.getByRole('listitem').first()).toContainText('Nine pages');
  await hero.press('Delete');
  await expect(blocks.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(blocks.getByRole('listitem')).toHaveCount(2);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await saved(page);

  // Copied here, pasted on another page, in another tab's memory.
  await hero.focus();
  await hero.press('ControlOrMeta+c');
  await press(steps.getByRole('button', { name: /^Thank you/ }));
  await pick(blocks.getByRole('button', { name: 'Add block' }), 'Paste block');
  await expect(blocks.getByRole('button', { name: /^Hero: Nine/ })).toBeVisible();
  await leadsTo(page, /^Hero: Nine/, 'https://files.example.com/nine.pdf');
  await saved(page);

  // Publishing needs an account: the funnel goes with its maker into theirs.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toContainText('You need an account to publish');
  await signUp(page.request);
  await page.reload();
  await expect(preview(page)).toContainText('Price your next project');
  await inAccount(page);
  await view(page, 'Map');
  const map = page.getByRole('group', { name: 'Funnel map' });
  await expect(map.locator('[data-step]')).toHaveCount(3);
  const dot = map.getByRole('button', { name: 'Thank you: where it leads' });
  await press(dot);
  await press(map.getByRole('button', { name: /Get the guide \d/ }));
  await expect(map.locator('svg g')).toHaveCount(3);
  await dot.focus();
  await dot.press('Delete');
  await expect(map.locator('svg g')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  // What the check stops cannot be published; a press leads to it.
  await expect(dialog.getByRole('button', { name: /^(?:Publish|Schedule)/ })).toHaveCount(0);
  await press(dialog.getByRole('button', { name: /“Open the guide” has no link/ }));
  await giveGuide(page);
  await inAccount(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await press(dialog.getByRole('button', { name: /^Publish/ }));
  const link = dialog.getByRole('link', { name: /^\/f\// });
  const address = (await link.getAttribute('href')) ?? '';
  await page.keyboard.press('Escape');

  // Somebody else comes, with and without an address that can be one.
  const context = await browser.newContext({ baseURL: hub.url, userAgent: realBrowser });
  watch(context);
  const visitor = await context.newPage();
  await visitor.goto(`${address}?utm_source=letter`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(ownHeadline);
  await expect(visitor.locator('script')).toHaveCount(2);
  await expectAccessible(visitor);
  // What somebody typed and left is not there for whoever presses Back.
  await visitor.getByLabel('Email address').fill('halfway@example.com');
  await visitor.goto(`${hub.url}/about`);
  await visitor.goBack();
  await expect(visitor.getByLabel('Email address')).toHaveValue('');
  await visitor.getByLabel('Email address').fill('mia@example.com');
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: 'Get the guide' }).click();
  // Too quick for a person: once more, with everything still there.
  const again = visitor.getByRole('button', { name: 'Send', exact: true });
  const arrived = visitor.getByRole('heading', { name: 'Nine pages, three prices' });
  await expect(again.or(arrived)).toBeVisible();
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(arrived).toBeVisible({ timeout: 1500 });
  }).toPass();
  await context.close();

  await view(page, 'Leads');
  await expect(page.getByRole('table', { name: 'Leads' })).toContainText('mia@example.com', {
    timeout: 15_000,
  });
  await view(page, 'Numbers');
  const numbers = page.getByRole('table', { name: 'Visitors, leads and clicks per step' });
  await expect(numbers.getByRole('row', { name: /^Get the guide/ })).toContainText('1');
  await expectAccessible(page);
  await view(page, 'Settings');
  // Typed, not saved yet, and still there after a look at another view.
  await fill(page.getByLabel('Webhook URL'), 'https://example.com/leads');
  await view(page, 'Map');
  await view(page, 'Settings');
  await expect(page.getByLabel('Webhook URL')).toHaveValue('https://example.com/leads');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: 'Export as JSON' })),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ name: 'Lead magnet' });
  await page.goto('/dashboard/funnels');
  await expect(page.getByRole('link', { name: address })).toBeVisible();
});

test('what a hostile file brings into the builder and onto a page never runs', async ({
  page,
  allowError,
}) => {
  allowError(/Content Security Policy|status of 40[04]/);
  await signUp(page.request);
  const words = `"><img src=x onerror="window.ran=1"><script>window.ran=1</script>[x](javascript:window.ran=1)</style>`;
  const spread = { title: words, lead: words, body: words, button: words };
  const more = {
    ...spread,
    alt: words,
    caption: words,
    consent: words,
    yes: words,
    no: words,
    price: words,
    bump: words,
  };
  const types = [
    'hero',
    'text',
    'image',
    'video',
    'features',
    'testimonials',
    'offer',
    'faq',
    'optin',
    'columns',
    'decision',
  ];
  /** With hostile addresses the check stops it; with good ones every word of it is published. */
  const file = (link: string, video: string) => ({
    id: 'x',
    name: words.slice(0, 100),
    slug: 'hostile',
    style: { accent: '#1d43c6', face: 'grotesk', company: words.slice(0, 100), logo: words },
    settings: { doubleOptIn: false, language: 'en' },
    steps: ['one', 'two'].map((slug, at) => ({
      id: slug,
      kind: 'page',
      name: words.slice(0, 100),
      slug,
      next: at === 0 ? 'two' : 'one',
      decline: null,
      seo: { title: words.slice(0, 100), description: words, isHidden: false },
      blocks: types.map((type, index) => ({
        id: `${slug}${index}`,
        type,
        show: 'all',
        tone: 'plain',
        align: 'start',
        alignPhone: null,
        values: { ...more, link, bumpLink: link, video },
        items: [{ ...more, question: words, answer: words, name: words, role: words }],
      })),
    })),
  });
  const dialog = page.getByRole('dialog');
  const bring = async (given: ReturnType<typeof file>) => {
    await page.goto(builder);
    await expect(page.getByRole('button', { name: 'Import a JSON file' })).toBeEnabled();
    await page.getByLabel('Funnel as JSON').setInputFiles({
      name: 'funnel.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(given)),
    });
    await expect(preview(page)).toContainText('onerror');
    for (const name of ['Map', 'Settings', 'Page']) await view(page, name);
    await page.keyboard.press('ControlOrMeta+Enter');
  };
  await bring(file('javascript:window.ran=1', words));
  await expect(dialog).toContainText('“javascript:window.ran=1” is not a valid link.');
  await expect(dialog.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await bring(file('https://shop.example/buy', 'https://films.example/a.mp4'));
  await dialog.getByRole('button', { name: /^Publish (?:now|anyway)/ }).click();
  const address = (await dialog.getByRole('link', { name: /^\/f\// }).getAttribute('href')) ?? '';
  const ran = () => page.evaluate(() => (window as { ran?: number }).ran ?? 0);
  expect(await ran()).toBe(0);
  for (const path of [address, `${address}/two`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('onerror');
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await ran()).toBe(0);
    expect(await page.locator('img[src=x], [href^="javascript"], main script').count()).toBe(0);
  }
});

test('two tabs show one funnel, two devices lose no edit of each other, and publishing offline waits', async ({
  page,
  context,
  browser,
  hub,
  watch,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signUp(page.request);
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Waitlist' }).click();
  await inAccount(page);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const elsewhere = await browser.newContext({
    baseURL: hub.url,
    storageState: await context.storageState(),
  });
  watch(elsewhere);
  const other = await elsewhere.newPage();
  const tab = await context.newPage();
  for (const one of [tab, other]) {
    await one.goto(`${builder}?id=${id}`);
    await expect(preview(one)).toBeVisible();
  }
  await nameOf(page).fill('From the first device');
  await expect(nameOf(tab)).toHaveValue('From the first device');
  await inAccount(page);
  await nameOf(other).fill('From the second device');
  await expect(other.getByText('changed elsewhere first')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Open the Other' })).toBeVisible();
  const { heads } = (await (await page.request.get('/api/funnels')).json()) as { heads: { id: string }[] };
  const names: string[] = [];
  for (const head of heads) {
    const answer = await page.request.get(`/api/funnels/${head.id}`);
    names.push(
      ((await answer.json()) as { funnel: { steps: { name: string }[] } }).funnel.steps[0]?.name ?? '',
    );
  }
  expect(names.toSorted()).toEqual(['From the first device', 'From the second device']);
  await elsewhere.close();

  await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ }));
  await fill(chosen(page).getByLabel('Heading'), 'Get paid on time');
  await giveName(page);
  await inAccount(page);
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toContainText('You’re offline');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click();
  await expect(page.getByText('We’ll publish it when you’re back online')).toBeVisible();
  await context.setOffline(false);
  await expect(async () => {
    const { head } = (await (await page.request.get(`/api/funnels/${id}`)).json()) as {
      head: { live: unknown };
    };
    expect(head.live).not.toBeNull();
  }).toPass();
});

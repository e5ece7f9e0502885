// Long because: the shell's clauses are many and small, and share one walk over the pages.
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const pages = JSON.parse(readFileSync(new URL('../dist/server/routes.json', import.meta.url), 'utf8')) as {
  path: string;
  access: string;
}[];
const plain = pages.filter((page) => !page.path.includes(':') && page.path !== '/dev/ui');
const tools = ['AI Template Generator', 'Classic Template Generator', 'Funnel Builder'];

test('[ROUTE-1] every public page answers 200 with a heading of its own, and no link on it leads nowhere', async ({
  page,
  request,
}) => {
  expect(plain.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/',
      '/portfolio',
      '/store',
      '/contact',
      '/signin',
      '/signup',
      '/forgot-password',
      '/thank-you',
      '/cart',
      '/checkout/guest',
      '/newslettersignup',
      '/tools/template-generator',
      '/tools/classic-template-generator',
      '/tools/funnel-builder',
      '/donate',
      '/about',
      '/automation',
    ]),
  );
  const seen = new Map<string, string>();
  const linked = new Map<string, string>();
  for (const { path, access } of plain) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    if (access !== 'public') continue;
    // As it comes from the server; that it stands alike once it is alive is looked at with its accessibility.
    const { heading, links } = await page.evaluate(
      (html) => {
        const sent = new DOMParser().parseFromString(html, 'text/html');
        return {
          heading: sent.querySelector('main h1')?.textContent.trim() ?? '',
          links: [...sent.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
        };
      },
      await response.text(),
    );
    expect(heading, path).not.toBe('');
    expect(seen.get(heading), `${path} and ${seen.get(heading)} show one heading`).toBeUndefined();
    seen.set(heading, path);
    for (const href of links) linked.set(href.split('#')[0] ?? '', path);
  }
  for (const [href, from] of linked)
    expect((await request.get(href)).status(), `${href}, linked from ${from}`).toBeLessThan(400);
});

test('[ROUTE-2] privacy, terms and support have real content, and the footer leads to them', async ({
  page,
}) => {
  await page.goto('/');
  for (const [path, label] of [
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/support', 'Support'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('main h2').first()).toBeVisible();
    const words = ((await page.locator('main').textContent()) ?? '').split(/\s+/).length;
    expect(words).toBeGreaterThan(400);
  }
});

test('[ROUTE-6] a page that takes its time shows the loading words, then itself', async ({ page }) => {
  await page.goto('/');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/tools-overview-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByText('Loading... Please wait while we load the page...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
  await expect(page.getByText('Loading... Please wait while we load the page...')).toHaveCount(0);
});

test('[ROUTE-7] a chunk that fails to load is a ChunkLoadError, and trying again works', async ({
  page,
  allowError,
}) => {
  allowError(/ChunkLoadError/);
  allowError(/ERR_FAILED/);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/');
  let fails = true;
  await page.route('**/assets/tools-overview-*.js', (route) => (fails ? route.abort() : route.continue()));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Couldn’t load this page' })).toBeVisible();
  await expect.poll(() => errors.join('\n')).toContain('ChunkLoadError');
  // The shell is still there: the rest of the hub can be reached.
  await expect(page.getByRole('banner')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
});

test('[ROUTE-7] after a release replaced the chunks, trying again opens the new page', async ({
  page,
  allowError,
}) => {
  allowError(/ChunkLoadError|404/);
  await page.goto('/');
  // The old chunk is gone for good; the document at that address names the new one.
  let documents = 0;
  await page.route('**/assets/tools-overview-*.js', (route) =>
    documents === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().endsWith('/tools')) documents += 1;
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
  expect(documents).toBe(1);
});

test('[ROUTE-8] an unknown address is a 404 with a way on', async ({ page, allowError }) => {
  allowError(/404/);
  for (const path of ['/nowhere', '/nowhere/at/all', '/product', '/%E0%A4%A']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
  }
});

test('[ROUTE-8] a failure of the router itself shows the router’s default page', async ({
  page,
  allowError,
}) => {
  allowError(/broken address/);
  await page.addInitScript(() => {
    const Real = window.URL;
    // The router reads every address against this base; nothing else does.
    window.URL = class extends Real {
      constructor(url: string | URL, base?: string | URL) {
        if (base === 'http://hub') throw new TypeError('broken address');
        super(url, base);
      }
    };
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
});

test('[ERR-1] a rendering error replaces the whole view until reload', async ({ page, allowError }) => {
  allowError(/rendering broke/);
  await page.goto('/about');
  await page.route('**/assets/tools-overview-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("rendering broke"); }',
    }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(
    page.getByText('Please refresh the page. If the issue persists, we’ve been notified.'),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});

test('[NAV-1] the top navigation leads to Home, Store and Automation', async ({ page }) => {
  await page.goto('/about');
  const nav = page.getByRole('navigation', { name: 'Main' });
  const wanted = [
    ['Home', '/'],
    ['Store', '/store'],
    ['Automation', '/automation'],
  ] as const;
  for (const [label, path] of wanted) {
    await nav.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('[NAV-2] the Tools menu leads to the three tools', async ({ page }) => {
  for (const [index, path] of [
    '/tools/template-generator',
    '/tools/classic-template-generator',
    '/tools/funnel-builder',
  ].entries()) {
    await page.goto('/about');
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await expect(page.getByRole('menuitem')).toHaveText(tools);
    await page.getByRole('menuitem', { name: tools[index] ?? '', exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('[NAV-3] the More menu leads on, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['About', 'Portfolio', 'Contact', 'Support Us']);
  await expect(page.getByRole('menuitem', { name: 'Support Us' })).toHaveAttribute('href', '/donate');
  await page.getByRole('menuitem', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.locator('main h1')).toBeFocused();
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'About' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('[NAV-9] the desktop layout begins at 1024 px; below it a menu holds every way', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
});

test('[FOOT-2] the footer names the company and leads to the hub’s parts', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Devpreneur (sample operator)')).toBeVisible();
  const links = footer.getByRole('navigation', { name: 'Quick links' });
  for (const [label, path] of [
    ['Home', '/'],
    ['Store', '/store'],
    ['Portfolio', '/portfolio'],
    ['Tools', '/tools'],
    ['Dashboard', '/dashboard'],
  ] as const) {
    await expect(links.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path);
  }
  for (const path of ['/privacy', '/terms', '/support', '/documents', '/plans'])
    await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  await expect(footer.getByRole('navigation', { name: 'Tools' }).getByRole('link')).toHaveText(tools);
  await expect(footer.getByRole('region', { name: 'Stay Updated' }).getByRole('textbox')).toBeVisible();
});

test('[FOOT-1] every page but the funnel builder ends with the footer, on a short one at the window’s end', async ({
  page,
}) => {
  for (const path of ['/', '/store', '/tools/classic-template-generator', '/signin', '/no/such/page']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).toContain('<footer');
  }
  expect(await (await page.request.get('/tools/funnel-builder')).text()).not.toContain('<footer');
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto('/cart');
  const box = await page.getByRole('contentinfo').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(1399);
});

test('arriving by a link moves the focus to the heading and starts at the top; going back keeps the place', async ({
  page,
}) => {
  await page.goto('/privacy');
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page.locator('main h1')).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /privacy/i })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
});

test('the skip link is the first stop and leads to the content', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about#main');
});

test('a theme is kept and stands before the first paint', async ({ page, allowError }) => {
  allowError(/ERR_FAILED/);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.route('**/assets/entry-browser-*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a public page reads without scripts', async ({ browser, hub }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${hub.url}/terms`);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await context.close();
});

test('a public page names at most 92 KB of compressed scripts and 15 KB of styles, all its own', async ({
  request,
}) => {
  for (const { path } of plain.filter(({ access }) => access === 'public')) {
    const html = await (await request.get(path)).text();
    const size = async (pattern: RegExp) => {
      let sum = 0;
      for (const [, file] of html.matchAll(pattern)) {
        const response = await request.get(file ?? '', { headers: { 'accept-encoding': 'gzip' } });
        sum += Number(response.headers()['content-length']);
      }
      return sum;
    };
    const scripts = await size(/data-start="([^"]+)"/g);
    expect(scripts, `scripts of ${path}`).toBeLessThanOrEqual(92 * 1024);
    expect(scripts).toBeGreaterThan(40_000);
    expect(await size(/rel="stylesheet" href="([^"]+)"/g), `styles of ${path}`).toBeLessThanOrEqual(
      15 * 1024,
    );
    expect(
      [...html.matchAll(/(?:src|href)="https?:\/\/(?!127\.0\.0\.1|localhost)[^"]*"/g)].filter(([tag]) =>
        tag.startsWith('src'),
      ),
    ).toEqual([]);
  }
});

test('on the narrowest phone the head’s icons are as large as elsewhere, and nothing is beside the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 308, height: 640 });
  for (const path of ['/', '/store', '/tools/classic-template-generator']) {
    await page.goto(path);
    const sizes = await page
      .getByRole('banner')
      .locator('svg:visible')
      .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().width));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(308);
  }
});

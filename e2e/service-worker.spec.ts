import { createServer, request as ask } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { quietPort } from './hub.ts';
import { signUp } from './members.ts';

test.use({ serviceWorkers: 'allow' });

/** Stands between browser and hub: can be cut, and can pass the hub off as another release. */
async function wireTo(hubUrl: string) {
  const { port } = new URL(hubUrl);
  let release: string | null = null;
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = ask(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
      async (answer) => {
        const pieces: Buffer[] = [];
        try {
          for await (const piece of answer) pieces.push(piece as Buffer);
        } catch {
          // The hub has stopped in the middle of it, as a stream of changes does.
          return void outgoing.destroy();
        }
        let body = Buffer.concat(pieces);
        const kind = answer.headers['content-type'] ?? '';
        if (release && kind.startsWith('text/html'))
          body = Buffer.from(String(body).replace('<html ', `<html data-release="${release}" `));
        // Its name for itself is what makes a worker another one.
        if (release && incoming.url === '/service-worker.js')
          body = Buffer.from(String(body).replaceAll(/\b[0-9a-f]{12}\b/g, release));
        const { 'content-length': _length, etag: _etag, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept).end(body);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const at = await quietPort();
  const open = () => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const cut = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  await open();
  return {
    url: `http://127.0.0.1:${at}`,
    cut,
    mend: open,
    /** How often the hub was asked for it. */
    count: (path: string) => asked.filter((one) => one === path).length,
    releases: (name: string) => void (release = name),
    [Symbol.asyncDispose]: async () => void (await cut().catch(() => {})),
  };
}

/**
 * The worker of this release, or whichever there is, is in charge and has everything that it keeps. A cache of that name
 * is there from the moment that its worker installs itself: nobody else coming after that means that it has come.
 */
const settled = (page: Page, release = '') =>
  expect
    .poll(() =>
      page.evaluate(async (name) => {
        const isKnown = (await caches.keys()).some((key) => key.startsWith(`hub ${name}`));
        const registration = await navigator.serviceWorker.getRegistration();
        if (!isKnown || !registration || registration.installing || registration.waiting) return 'coming';
        if (registration.active !== navigator.serviceWorker.controller) return 'not yet in control';
        return registration.active?.state;
      }, release),
    )
    .toBe('activated');

test.beforeEach(({ allowError }) =>
  allowError(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|Failed to fetch|Can’t reach the server/,
  ),
);

test('an address that is opened is asked for once: pages, and what the worker leaves alone', async ({
  page,
  hub,
  allowError,
}) => {
  allowError(/status of 404/);
  await using wire = await wireTo(hub.url);
  await page.goto(`${wire.url}/about`);
  await settled(page);
  for (const path of ['/api/health', '/f/nobody/here?once', '/files/nothing', '/store']) {
    await page.goto(wire.url + path, { waitUntil: 'commit' });
    await page.waitForLoadState('networkidle');
    expect(wire.count(path), path).toBe(1);
  }
});

test('after a first visit the hub opens without a network: public pages, and a member’s own', async ({
  page,
  hub,
}) => {
  await using wire = await wireTo(hub.url);
  const { email } = await signUp(page.request);
  await page.goto(`${wire.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  await settled(page);
  await page.goto(`${wire.url}/store`);
  const shelf = page.getByRole('main').getByRole('list').first();
  const onSale = await shelf.innerText();
  await wire.cut();

  // A page seen before shows what it showed.
  await page.goto(`${wire.url}/store`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Store');
  expect(await shelf.innerText()).toBe(onSale);
  await page.goto(`${wire.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(page.getByText('Working offline', { exact: true })).toBeVisible();
  // Never opened before.
  for (const [path, heading] of [
    ['/tools', 'Tools'],
    ['/signup', 'Hello, Ada Lovelace'],
  ] as const) {
    await page.goto(wire.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  // It has the look, too.
  expect(await page.evaluate(() => document.fonts.check('16px "Schibsted Grotesk Variable"'))).toBe(true);

  // What was never seen is not here: the page says so, and comes once it is asked again.
  await page.goto(`${wire.url}/about`);
  await expect(page.getByRole('heading', { name: 'Couldn’t load this page' })).toBeVisible();
  await wire.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await page.goto(`${wire.url}/dashboard`);
  await expect(page.getByText('Working offline', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
});

test('[AUTH-5] a guest without a network reaches a member’s page by Go Offline', async ({ page, hub }) => {
  await using wire = await wireTo(hub.url);
  await page.goto(wire.url);
  await settled(page);
  await wire.cut();
  await page.goto(`${wire.url}/dashboard`);
  await expect(page).toHaveURL(/\/signin\?next=%2Fdashboard$/);
  await page.getByRole('banner').getByRole('button', { name: 'Go Offline' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Offline User');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Offline User');
});

test('[AI-1] without a network the built-in writer drafts, the generator says so and keeps the request', async ({
  page,
  hub,
}) => {
  await using wire = await wireTo(hub.url);
  const shelved = page.waitForResponse((response) => response.url().endsWith('/template-generator/library'));
  await page.goto(`${wire.url}/tools/template-generator`);
  await settled(page);
  await (await shelved).finished();
  await wire.cut();

  await page.goto(`${wire.url}/tools/template-generator`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Describe a document');
  await expect(page.getByText(/The built-in writer uses our clause library/)).toBeVisible();
  const box = page.getByLabel('What do you need?');
  const request = 'Mutual NDA between Wren Studio Ltd and Halden Analytics GmbH, 2 years';
  await box.fill(request);
  await page.reload();
  await expect(box).toHaveValue(request);
  await page.getByRole('button', { name: 'Write the draft' }).click();
  await page.getByRole('button', { name: 'Skip the questions' }).click();
  const preview = page.getByRole('region', { name: /^Preview of/ });
  await expect(preview).toContainText('Halden Analytics GmbH');
  await expect(page.getByText(/Written by the built-in writer/)).toBeVisible();
  await page.reload();
  await expect(preview).toContainText('Halden Analytics GmbH');
});

test('a new release takes over without a stale page, with and without a network', async ({ page, hub }) => {
  await using wire = await wireTo(hub.url);
  await page.goto(wire.url);
  await settled(page);
  await page.goto(`${wire.url}/tools`);
  await expect(page.locator('html')).not.toHaveAttribute('data-release', /./);

  wire.releases('two');
  await page.goto(`${wire.url}/about`);
  await expect(page.locator('html')).toHaveAttribute('data-release', 'two');
  await settled(page, 'two');
  await wire.cut();
  await page.goto(`${wire.url}/tools`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools');
  await expect(page.locator('html')).toHaveAttribute('data-release', 'two');
});

test('nothing of the API and no page of anybody’s own is ever kept', async ({ page, hub }) => {
  await using wire = await wireTo(hub.url);
  await signUp(page.request);
  await page.goto(`${wire.url}/dashboard`);
  await settled(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(caches_.map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/offline-shell');
  expect(
    kept.filter((path) => !/^\/(?:assets\/|offline-shell$|brand\/|favicon|site\.webmanifest)/.test(path)),
  ).toEqual([]);
});

import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

type Item = Record<string, unknown>;

/** What the page reports, item by item, as it goes to the hub's own ingest. */
function reportsOf(page: Page): { items: Item[]; requests: Request[] } {
  const found = { items: [] as Item[], requests: [] as Request[] };
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/envelope/')) return;
    found.requests.push(request);
    const lines = (request.postData() ?? '').split('\n').filter(Boolean);
    for (let at = 2; at < lines.length; at += 2) found.items.push(JSON.parse(lines[at] ?? '{}') as Item);
  });
  return found;
}

const failLater = (words: string) => setTimeout(() => Promise.reject(new Error(words)), 0);

test('[OBS-1] an error in a page reaches the hub, without the visitor’s address or what stood in the link', async ({
  page,
  allowError,
}) => {
  allowError(/planted/);
  const { items, requests } = reportsOf(page);
  await page.goto('/about?token=SECRET-1#SECRET-2');
  await page.evaluate(failLater, 'planted for ada@birch.example');
  await expect.poll(() => items.filter((item) => item['exception']).length).toBe(1);
  const event = items.find((item) => item['exception']);
  expect(event).toMatchObject({
    environment: 'production',
    exception: { values: [{ type: 'Error', value: 'planted for (address)' }] },
    request: { url: new URL('/about', page.url()).href },
  });
  expect(JSON.stringify(items)).not.toMatch(/SECRET|ada@birch/);
  for (const request of requests) {
    expect(new URL(request.url()).origin).toBe(new URL(page.url()).origin);
    expect((await request.response())?.status()).toBe(200);
  }
});

test('[OBS-1] an error before the reporting code is there is delivered when it is', async ({
  page,
  allowError,
}) => {
  allowError(/too early/);
  const { items } = reportsOf(page);
  await page.addInitScript(() => {
    window.addEventListener(
      'DOMContentLoaded',
      () => void setTimeout(() => void Promise.reject(new Error('too early')), 0),
    );
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/sentry-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/sentry-*.js');
  await page.goto('/');
  await page.evaluate(failLater, 'a little too early');
  await asked;
  expect(items).toEqual([]);
  release();
  await expect.poll(() => items.filter((item) => item['exception']).length).toBeGreaterThanOrEqual(1);
  expect(JSON.stringify(items)).toContain('a little too early');
});

test('[OBS-1] one visit of ten is timed, and only our own origin gets trace headers', async ({
  browser,
  hub,
  watch,
}) => {
  // Without the policy of our pages, which lets no request leave for elsewhere in the first place.
  const context = await browser.newContext({ bypassCSP: true });
  watch(context);
  const page = await context.newPage();
  await page.addInitScript(() => (Math.random = () => 0.05));
  const { items } = reportsOf(page);
  await page.goto(`${hub.url}/about?token=SECRET-1`);
  await expect.poll(() => items.some((item) => item['type'] === 'transaction')).toBe(true);
  expect(items.find((item) => item['type'] === 'transaction')).toMatchObject({
    transaction: '/about',
    environment: 'production',
  });
  expect(JSON.stringify(items)).not.toContain('SECRET');

  await page.route('http://127.0.0.1:9/**', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' } }),
  );
  const [own, foreign] = [
    page.waitForRequest('**/api/health'),
    page.waitForRequest('http://127.0.0.1:9/elsewhere'),
  ];
  await page.evaluate(() =>
    Promise.all(['/api/health', 'http://127.0.0.1:9/elsewhere'].map((address) => fetch(address))).then(
      () => {},
    ),
  );
  const traceHeaders = (headers: object) =>
    Object.keys(headers).filter((name) => /^(sentry-trace|baggage|traceparent)$/.test(name));
  expect(traceHeaders((await own).headers())).toContain('sentry-trace');
  expect(traceHeaders((await foreign).headers())).toEqual([]);
  await context.close();
});

test('[OBS-1] a visit that is not timed fetches no reporting code, and its requests name it', async ({
  page,
  hub,
}) => {
  await page.addInitScript(() => (Math.random = () => 0.5));
  const assets: string[] = [];
  page.on('request', (request) => assets.push(new URL(request.url()).pathname));
  await page.goto('/about');
  await expect.poll(() => assets.some((path) => path.includes('/trace-headers-'))).toBe(true);
  const traced = () =>
    page.evaluate(async () => {
      const asked = await fetch('/api/health');
      return asked.ok;
    });
  const [own] = await Promise.all([page.waitForRequest('**/api/health'), traced()]);
  expect(own.headers()['sentry-trace']).toMatch(/-0$/);
  expect(new URL(own.url()).origin).toBe(new URL(hub.url).origin);
  expect(assets.filter((path) => path.includes('/sentry-'))).toEqual([]);
});

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { atMost, type Figure, median } from '../kit.ts';

/** A phone of middling speed on a slow line, as Lighthouse throttles: a quarter of this processor, 1.6 Mbit/s, 150 ms. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const slowerBy = 4;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

async function slowPage(context: BrowserContext, hasSlowLine: boolean): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  if (hasSlowLine) await session.send('Network.emulateNetworkConditions', slowLine);
  return page;
}

/** When the largest thing of the first screen is there, on a first visit. */
export async function largestPaints(browser: Browser, baseURL: string): Promise<Figure[]> {
  const rows: Figure[] = [];
  for (const [name, path] of [
    ['home', '/'],
    ['a product', '/product/node-postgres-starter'],
  ] as const) {
    const seen: number[] = [];
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ ...phone, baseURL, serviceWorkers: 'block' });
      try {
        const page = await slowPage(context, true);
        await page.goto(path, { waitUntil: 'networkidle' });
        seen.push(
          await page.evaluate<number>(`new Promise((done) => new PerformanceObserver((list) => {
            done(list.getEntries().at(-1).startTime);
          }).observe({ type: 'largest-contentful-paint', buffered: true }))`),
        );
      } finally {
        await context.close();
      }
    }
    rows.push(atMost(`largest paint of ${name}, slow phone`, median(seen) / 1000, 1.2, 's', 2));
  }
  return rows;
}

type Press = [name: string, path: string, ready: (page: Page) => Promise<unknown>, act: Act];
type Act = (page: Page) => Promise<unknown>;

const generator = '/tools/classic-template-generator?document=mutual-nda';
const main = (page: Page) => page.getByRole('main');
const isAlive: Act = (page) => page.locator('html[data-alive]').waitFor();

/** What people press most, a member's own last. */
const presses: Press[] = [
  ['a letter on the home page', '/', isAlive, (page) => page.getByLabel('Your company').press('W')],
  ['Add to cart', '/store', isAlive, (page) => page.getByRole('button', { name: /^Add/ }).first().tap()],
  ['the menu', '/store', isAlive, (page) => page.getByRole('button', { name: 'Menu' }).tap()],
  ['the chat', '/about', isAlive, (page) => page.getByRole('button', { name: 'Chat', exact: true }).tap()],
  ['a letter in the generator', generator, isAlive, (page) => page.getByLabel('Name').first().press('W')],
  ['the next step', generator, isAlive, (page) => main(page).getByRole('button', { name: 'Next' }).tap()],
  [
    'the paper',
    generator,
    isAlive,
    (page) => main(page).getByRole('radio', { name: 'Paper' }).tap({ force: true }),
  ],
  [
    'yearly prices',
    '/plans',
    isAlive,
    (page) => main(page).getByRole('radio', { name: 'Yearly' }).tap({ force: true }),
  ],
  [
    'a star',
    '/dashboard/templates',
    (page) => page.getByRole('button', { name: /^Star/ }).first().waitFor(),
    (page) => page.getByRole('button', { name: /^Star/ }).first().tap(),
  ],
  [
    'a saved document',
    '/dashboard/templates',
    (page) => page.getByRole('button', { name: 'Bench', exact: true }).waitFor(),
    (page) => page.getByRole('button', { name: 'Bench', exact: true }).tap(),
  ],
];

/** From a press to the next picture, on the slower processor; the worst of three tries is what is felt. */
export async function answersToPresses(browser: Browser, baseURL: string): Promise<Figure[]> {
  const context = await browser.newContext({ ...phone, baseURL, serviceWorkers: 'block' });
  const rows: Figure[] = [];
  try {
    await context.request.post('/api/auth/sign-up', {
      headers: { origin: baseURL },
      data: { displayName: 'Ada', email: 'ada@bench.example', password: 'a long enough one 7' },
    });
    await context.request.post('/api/saved', { headers: { origin: baseURL }, data: savedOne });
    for (const [name, path, ready, act] of presses) {
      const worst: number[] = [];
      for (let round = 0; round < 3; round++) {
        const page = await slowPage(context, false);
        await page.goto(path);
        await ready(page);
        await page.waitForLoadState('networkidle');
        await page.evaluate(`window.felt = [];
          new PerformanceObserver((list) => {
            for (const { interactionId, duration } of list.getEntries()) if (interactionId) felt.push(duration);
          }).observe({ type: 'event', durationThreshold: 16 })`);
        await act(page).catch((error: Error) => Promise.reject(new Error(`${name}: ${error.message}`)));
        await page.waitForTimeout(700);
        worst.push(await page.evaluate<number>('Math.max(0, ...felt)'));
        await page.close();
      }
      rows.push(atMost(`${name}: press to picture, slow phone`, median(worst), 100, 'ms', 0));
    }
  } finally {
    await context.close();
  }
  return rows;
}

const savedOne = {
  key: 'key-bench-0000000000',
  id: 'tpl_bench0',
  name: 'Bench',
  content: '<h1>Bench</h1><p>A saved document.</p>',
  fields: [],
  formData: {},
};

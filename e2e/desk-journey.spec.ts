import type { Locator, Page } from '@playwright/test';
import { giveDevice } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

/** What hands do, and how long they need for it on a phone: generous, a quick thumb takes half of it. */
function handsOf() {
  let taps = 0;
  let letters = 0;
  return {
    async tap(what: Locator) {
      taps += 1;
      await what.click();
    },
    async type(field: Locator, text: string) {
      taps += 1;
      letters += text.length;
      await field.fill(text);
    },
    /** The passkey, or a file from the phone's own list. */
    outside: () => (taps += 3),
    seconds: () => taps * 3 + letters * 0.35,
    told: () => `${taps} taps, ${letters} letters`,
  };
}

const photo = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 900];
    canvas.getContext('2d')?.fillRect(0, 0, 600, 900);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

test('journey nine: from an empty hub to a first sale and its refund, in the browser of a phone alone', async ({
  browser,
  watch,
}, info) => {
  test.slow();
  await using hub = await startHub({ isAlone: true });
  // What the start prints, and the last that anybody needs of the terminal.
  const link = (await hub.command('desk', 'invite')).split('\n')[0] ?? '';
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  watch(context);
  const page = await context.newPage();
  await giveDevice(page);
  const { tap, type, outside, seconds, told } = handsOf();
  const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true });
  const to = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
  const said = page.getByRole('status');

  await page.goto(`${hub.url.replace('127.0.0.1', 'localhost')}/desk/join${new URL(link).hash}`);
  await type(page.getByLabel('Your name'), 'Ada Lindqvist');
  await tap(button('Create a passkey'));
  outside();

  await tap(to('First steps: 1 of 7'));
  await tap(to('1. Who you are'));
  await tap(to('Edit your details'));
  await type(page.getByLabel('Name of your hub'), 'Birch & Sons');
  await type(page.getByLabel('Legal name'), 'Birch & Sons Ltd');
  await type(page.getByLabel('Postal address'), '1 Long Lane\nDublin 4');
  await type(page.getByRole('textbox', { name: /^Country/ }), 'IE');
  await type(page.getByLabel('Email'), 'hello@birch.example');
  await tap(button('Save'));
  await expect(said).toContainText('Saved');

  await tap(button('Menu'));
  await tap(to('First steps'));
  await tap(to('2. What you sell'));
  await tap(to('New product'));
  await type(page.getByLabel('Name', { exact: true }), 'Launch checklist');
  await type(page.getByLabel('Summary'), 'Forty things to do before you launch, in order.');
  await type(page.getByLabel('Price in US dollars'), '19');
  await type(
    page.getByRole('textbox', { name: /^Page/ }),
    'Print it, tick it off, and launch without forgetting the boring half.',
  );
  await type(page.getByLabel('License in full'), 'Use it for as many launches as you like.');
  await tap(button('Create product'));
  await expect(said).toContainText('Launch checklist made.');
  await tap(to('Files'));
  outside();
  await page.getByLabel('Add files').setInputFiles({
    name: 'checklist.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF'),
  });
  await tap(button('Save'));
  await expect(said).toContainText('checklist.pdf added');
  await tap(to('Put on sale'));
  await expect(page.getByText('It has no picture yet.')).toBeVisible();
  await tap(to('Add pictures'));
  outside();
  await page.getByLabel('Add pictures').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await photo(page), 'base64'),
  });
  await tap(button('Save'));
  await expect(said).toContainText('added');
  await tap(to('Put on sale'));
  await tap(button('Put on sale'));
  await expect(said).toContainText('Launch checklist is on sale.');

  // Somebody who was given the address of the page that the desk leads to.
  const address = await page.getByRole('link', { name: /product\/launch-checklist/ }).getAttribute('href');
  const visiting = await browser.newContext({ viewport: { width: 390, height: 844 } });
  watch(visiting);
  const shop = await visiting.newPage();
  await shop.goto(new URL(address ?? '', hub.url).href);
  await tap(shop.getByRole('button', { name: /^Buy now/ }));
  await type(shop.getByLabel('Email', { exact: true }), 'buyer@example.com');
  await shop.getByLabel('Country').selectOption('US');
  const paying = visiting.waitForEvent('page');
  await tap(button('PayPal', shop));
  await tap(button('Pay now', await paying));
  await expect(shop).toHaveURL(/\/thank-you\?order=/);
  const download = shop.waitForEvent('download');
  await tap(shop.getByRole('link', { name: /checklist\.pdf/ }));
  expect((await download).suggestedFilename()).toBe('checklist.pdf');
  await visiting.close();

  await tap(button('Menu'));
  await tap(to('Today'));
  await tap(to('Paid today: $19'));
  await tap(button('Menu'));
  await tap(to('Orders'));
  await tap(page.locator('table a').first());
  await expect(page.getByText('buyer@example.com').first()).toBeVisible();
  await tap(to('Refund'));
  await type(page.getByLabel('Reason (shown to the buyer)'), 'Bought by mistake');
  await tap(button('Refund'));
  outside();
  await expect(said).toContainText('refunded');
  await context.close();
  info.annotations.push({ type: 'hands', description: `${told()}: about ${Math.round(seconds())} seconds` });
  expect(seconds()).toBeLessThan(600);
});

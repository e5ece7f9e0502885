import { expectReadable, sitAtDesk } from './device.ts';
import { expect, test } from './fixtures.ts';
import { startHub } from './hub.ts';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" fill="#0b6e4f"/><circle cx="40" cy="40" r="24" fill="#fff"/><script>document.title = 1</script></svg>';

test('a logo, an app icon and a photo come from a phone, and go back to what was there', async ({
  browser,
  watch,
}) => {
  test.slow();
  await using hub = await startHub({ isAlone: true });
  const { context, page, origin } = await sitAtDesk(browser, watch, hub);
  const photo = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2400, 1800];
    const brush = canvas.getContext('2d');
    for (const [at, colour] of ['#245', '#9bd', '#e84', '#fff'].entries()) {
      if (brush) brush.fillStyle = colour;
      brush?.fillRect(at * 600, at * 200, 600, 1800);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const chosen = { name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer: Buffer.from(photo, 'base64') };

  await page.goto(`${origin}/desk/images/logo/change`);
  await page
    .getByLabel('New picture')
    .setInputFiles({ name: 'Logo final.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await expect(page.getByText('Ready')).toBeVisible();
  await expect(page.locator('.ledger-thumb')).toHaveJSProperty('complete', true);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opening;
  await expect(preview.getByRole('banner').locator('img').first()).toHaveAttribute('src', /^data:image\/svg/);
  await preview.close();
  const visiting = await browser.newContext({ baseURL: hub.url, viewport: { width: 390, height: 844 } });
  const site = await visiting.newPage();
  await site.goto('/about');
  await expect(site.getByRole('banner').locator('img').first()).toHaveAttribute('src', /mark\.svg/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('Logo changed. Left out of it: <script>.');
  await site.reload();
  const shown = site.getByRole('banner').locator('img').first();
  await expect(shown).toHaveAttribute('src', /^\/brand\/logo\.svg\?v=/);
  expect(await shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const mail = await site.request.get('/brand/logo.png');
  expect(mail.headers()['content-type']).toBe('image/png');

  for (const [id, path] of [
    ['icon', '/brand/icon-512.png'],
    ['share', '/og.png'],
  ] as const) {
    const before = await (await site.request.get(path)).body();
    await page.goto(`${origin}/desk/images/${id}/change`);
    await page.getByLabel('New picture').setInputFiles(chosen);
    await expect(page.getByText('Ready')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status')).toContainText('changed.');
    const after = await (await site.request.get(path)).body();
    expect(after.equals(before)).toBe(false);
  }
  // The mark holds the photo, and browsers draw it.
  const mark = await site.evaluate(async () => {
    const img = new Image();
    img.src = '/brand/mark.svg?new';
    await img.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [20, 20];
    const brush = canvas.getContext('2d');
    brush?.drawImage(img, 0, 0, 20, 20);
    return [...(brush?.getImageData(7, 18, 1, 1).data ?? [])];
  });
  expect(mark[3]).toBe(255);

  await page.goto(`${origin}/desk/images/-/add`);
  await page.getByLabel('Pictures').setInputFiles(chosen);
  await expect(page.getByText('Ready')).toBeVisible();
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await expect(page.getByRole('status')).toContainText('Added: img-1.webp.');
  await expect(page.getByText('![What it shows](/images/img-1.webp)')).toBeVisible();
  expect((await (await site.request.get('/images/img-1.webp')).body()).length).toBeLessThan(200_000);
  await page.getByRole('link', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('status')).toContainText('removed');
  expect((await site.request.get('/images/img-1.webp')).status()).toBe(404);
  await page.getByRole('link', { name: 'img-1.webp' }).click();
  await page.getByRole('link', { name: 'Use this version again' }).click();
  await page.getByRole('button', { name: 'Use this version again' }).click();
  expect((await site.request.get('/images/img-1.webp')).status()).toBe(200);

  await page.goto(`${origin}/desk/images/logo/remove`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await site.reload();
  await expect(shown).toHaveAttribute('src', /mark\.svg/);
  await visiting.close();

  for (const path of ['images', 'images/share', 'images/img-1.webp', 'images/-/add', 'images/icon/change'])
    await expectReadable(page, `${origin}/desk/${path}`);
  await context.close();
});

import { expect, test } from './fixtures.ts';

test('each place gets a picture of its own size, and only the first of a page is hurried', async ({
  page,
}) => {
  const chosen = (place: string) =>
    page.locator(place).evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ currentSrc, srcset, fetchPriority, loading, width, height }) => ({
        // Of the whole's width, as the set itself says; a drawing of lines has no set.
        width: Number(
          srcset
            .split(', ')
            .find((one) => currentSrc.endsWith(one.split(' ')[0] ?? '-'))
            ?.match(/(\d+)w$/)?.[1] ?? 0,
        ),
        fetchPriority,
        loading,
        hasRoom: width > 0 && height > 0,
      })),
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/store');
  const images = await chosen('main article img');
  expect(images[0]).toMatchObject({ fetchPriority: 'high', loading: 'eager' });
  for (const image of images.slice(1))
    expect(image).toMatchObject({ fetchPriority: 'auto', loading: 'lazy' });
  expect(images.every(({ hasRoom }) => hasRoom)).toBe(true);
  await page.evaluate(() => localStorage.setItem('cart', '[{"id":"invoice-proposal-pack"}]'));
  for (const path of ['/cart', '/checkout/guest']) {
    await page.goto(path);
    await expect.poll(async () => (await chosen('main li img'))[0]?.width).toBe(208);
  }
});

import { expect, expectAccessible, test } from './fixtures.ts';

test('on a phone the checkout is alone: what is bought and Pay stay in sight, and nothing covers a field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.addInitScript(() => localStorage.setItem('cart', '[{"id":"desk-icons"}]'));
  await page.goto('/cart');
  // The chat lay over the end of this button.
  await expect(page.getByRole('link', { name: 'Check out', exact: true })).toHaveAttribute(
    'href',
    /checkout/,
  );
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeHidden();
  await page.goto('/checkout/guest');
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await expect(page.getByRole('banner').getByRole('link', { name: /^Back to cart/ })).toBeVisible();

  await page.getByLabel('Country').selectOption('US');
  const pay = page.getByRole('button', { name: 'Pay $15' });
  await expect(pay).toBeInViewport({ ratio: 1 });
  const lid = page.getByRole('button', { name: 'Show 1 item' });
  await expect(page.getByText('Desk icons')).toBeHidden();
  await lid.click();
  await expect(page.getByText('Desk icons')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide 1 item' }).click();

  // Pressed too early it leads to what is missing; pressed again, to the ways to pay, which then replace it.
  await pay.click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill(`phi.${Date.now().toString(36)}@example.com`);
  // Whatever has the focus stands clear of the bar.
  for (const label of ['Country', 'Email me about updates to what I buy', 'Remind me by email']) {
    const field = page.getByLabel(label);
    await field.focus();
    const [place, bar] = [await field.boundingBox(), await page.locator('.ui-thumb-bar').boundingBox()];
    expect((place?.y ?? 0) + (place?.height ?? 0), label).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  await expect(lid).toBeInViewport();
  await pay.click();
  await expect(page.getByRole('button', { name: 'Debit or Credit Card' })).toBeInViewport();
  await expect(pay).toBeHidden();
  await expect(lid).toBeInViewport();
});

import { expect, expectAccessible, setTheme, test } from './fixtures.ts';
import { signUp } from './members.ts';

const cartOf = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id })));

test('[STORE-2] [STORE-4] a guest on a phone goes from cart to files, and typing survives a reload', async ({
  page,
  hub,
}) => {
  await hub.command('coupons', 'add', 'PHONE100', '100%');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript((cart) => {
    if (!sessionStorage.getItem('kept')) localStorage.setItem('cart', cart);
    sessionStorage.setItem('kept', 'yes');
  }, cartOf('invoice-proposal-pack'));
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Check out', exact: true }).click();
  await expect(page).toHaveURL('/checkout/guest');
  await page.getByLabel('Email', { exact: true }).fill('ada@gmial.com');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByText('Coupon, or a name on the invoice').click();
  await page.getByLabel(/^Coupon/).fill('phone-100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByTestId('checkout-total')).toHaveText('Free');
  await page.reload();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@gmial.com');
  await expect(page.getByLabel('Country')).toHaveValue('DE');
  // Never ticked for anybody, and nothing is bought without it where the law asks for it.
  const consent = page.getByLabel(/I want the files at once/);
  await expect(consent).not.toBeChecked();
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page.getByText('Check the box to get your files right away.')).toBeVisible();
  await expectAccessible(page);
  await consent.check();
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  await expect(page.getByTestId('cart-count')).toHaveText('0');
  const address = `ada.${Date.now().toString(36)}@example.com`;
  await page.getByRole('button', { name: 'Wrong email?' }).click();
  await page.getByLabel('Correct email').fill(address);
  await page.getByRole('button', { name: 'Send receipt' }).click();
  await expect(page.getByText(address)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download invoice-checklist.md' }).click();
  expect((await download).suggestedFilename()).toBe('invoice-checklist.md');
  const whole = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download all \(\d+ files, / }).click();
  expect((await whole).suggestedFilename()).toMatch(/^invoice-proposal-pack-[\d.]+\.zip$/);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  // A link that is over leads to a fresh one by mail.
  await page.goto('/api/orders/files/nothing.AAAA');
  await expect(page.getByRole('heading', { level: 1, name: 'Find your purchases' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(address);
  await page.getByRole('button', { name: 'Email me the links' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
});

test('[STORE-2] a guest on a phone pays: a closed window, a declined card, then another one; charged once', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(
    (cart) => {
      if (!sessionStorage.getItem('kept')) localStorage.setItem('cart', cart);
      sessionStorage.setItem('kept', 'yes');
    },
    cartOf('desk-icons', 'desk-icons'),
  );
  await page.goto('/checkout/guest');
  await expect(page.getByText('Test payments - no money moves')).toBeVisible();
  const address = `bea.${Date.now().toString(36)}@example.com`;
  await page.getByLabel('Country').selectOption('US');
  const paypal = page.getByRole('button', { name: 'PayPal', exact: true });
  // Without an address no window opens, and it is said what is missing.
  await paypal.click();
  await expect(page.getByText('Enter the email address for your files')).toBeVisible();
  // It is far above the button on a phone.
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toBeInViewport();
  await page.getByLabel('Email', { exact: true }).fill(address);
  const reminders = page.getByLabel('Remind me by email if I don’t finish this order');
  await expect(reminders).not.toBeChecked();
  await expect(page.getByTestId('checkout-total')).toHaveText('$30');

  /** The provider's window, in which something can be pressed. */
  const opened = async (name = 'Pay now') => {
    let button = page.getByRole('button', { name });
    await expect(async () => {
      const window = page
        .context()
        .pages()
        .find((one) => one !== page);
      if (!window) throw new Error('No window is open');
      button = window.getByRole('button', { name });
      await expect(button).toBeVisible({ timeout: 2000 });
      await expect(window.getByText('30.00 USD')).toBeVisible();
    }).toPass();
    return button;
  };
  await paypal.click();
  await (await opened()).page().close();
  await expect(page.getByText('You closed the payment window. Nothing was charged')).toBeVisible();
  await expect(page.getByTestId('cart-count')).toHaveText('2');

  await page.getByRole('button', { name: 'Debit or Credit Card' }).click();
  await (await opened('Pay with a card that is declined')).click();
  await expect(page.getByText('Your payment didn’t go through, and nothing was charged')).toBeVisible();
  // It opens again by itself, for another card.
  await (await opened()).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  await expect(page.getByTestId('cart-count')).toHaveText('0');
  const download = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download / })
    .first()
    .click();
  await download;
  const { mails } = (await (await request.get('/api/dev/mailbox')).json()) as { mails: { to: string }[] };
  expect(mails.filter(({ to }) => to === address)).toHaveLength(1);
});

test('“Buy now for $15” charges $15, also where the product lies in the cart already; the cart stays', async ({
  page,
}) => {
  await page.addInitScript((cart) => localStorage.setItem('cart', cart), cartOf('desk-icons'));
  await page.goto('/product/desk-icons');
  await page.getByRole('button', { name: 'Buy now for $15' }).click();
  await expect(page).toHaveURL(/\/checkout\/guest\?buy=desk-icons/);
  await page.getByLabel('Email', { exact: true }).fill(`di.${Date.now().toString(36)}@example.com`);
  await page.getByLabel('Country').selectOption('US');
  await expect(page.getByTestId('checkout-total')).toHaveText('$15');
  await expect(page.getByText('Your cart still has 1 item.')).toBeVisible();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'PayPal', exact: true }).click(),
  ]);
  await expect(popup.getByText('15.00 USD')).toBeVisible();
  await popup.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  await expect(page.getByTestId('cart-count')).toHaveText('1');
});

test('a code that was typed and not applied counts before payment, and a used-up one is never free', async ({
  page,
  hub,
}) => {
  await hub.command('coupons', 'add', 'TYPED100', '100%');
  await page.addInitScript(
    (cart) => {
      if (!sessionStorage.getItem('kept')) localStorage.setItem('cart', cart);
      sessionStorage.setItem('kept', 'yes');
    },
    cartOf('desk-icons', 'no-such-thing'),
  );
  await page.goto('/checkout/guest');
  await page.getByLabel('Country').selectOption('US');
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByText('No longer sold')).toBeVisible();
  await expect(order.getByText('Free')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByTestId('checkout-total')).toHaveText('$15');
  await page.getByLabel('Email', { exact: true }).fill(`ed.${Date.now().toString(36)}@example.com`);
  await page.getByText('Coupon, or a name on the invoice').click();
  await page.getByLabel(/^Coupon/).fill('TYPED100');
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await expect(page.getByText('Your coupon was just applied')).toBeVisible();
  await expect(page.getByTestId('checkout-total')).toHaveText('Free');
  expect(page.context().pages()).toHaveLength(1);
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  // The next order begins empty: the code is used, and nobody's name is waiting.
  await page.goto('/checkout/guest?buy=desk-icons');
  await expect(page.getByTestId('checkout-total')).toHaveText('$15');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
});

test('a funnel sells an offer and an upsell as one order, thanks for it, and counts it; the cart stays', async ({
  page,
  request,
}) => {
  await signUp(request);
  let blocks = 0;
  const block = (type: string, values: Record<string, string>) => ({
    id: `b${blocks++}`,
    type,
    show: 'all',
    tone: 'plain',
    align: 'start',
    alignPhone: null,
    values,
    items: [],
  });
  const steps = [
    { kind: 'sales', blocks: [block('offer', { product: 'desk-icons', button: 'Buy the icons' })] },
    {
      kind: 'upsell',
      blocks: [
        block('offer', { product: 'saas-launch-checklist', button: 'Take it' }),
        block('decision', { yes: 'Yes, add the checklist', no: 'No' }),
      ],
    },
    { kind: 'thank-you', blocks: [block('hero', { title: 'Enjoy your icons' })] },
  ].map((step, at) => ({
    ...step,
    id: `s${at}`,
    name: step.kind,
    slug: step.kind,
    next: at < 2 ? `s${at + 1}` : null,
    decline: null,
    seo: { title: '', description: '', isHidden: false },
  }));
  const slug = `icons-${Date.now().toString(36)}`;
  const funnel = {
    id: slug,
    name: 'Icons',
    slug,
    settings: { doubleOptIn: false, language: 'en' },
    steps,
    style: { accent: '#1d43c6', face: 'grotesk', company: 'Birch', logo: '' },
  };
  const kept = await request.put(`/api/funnels/${slug}`, {
    data: { key: `key-${slug}`, base: 0, funnel, publish: 'now', hasSeen: true },
  });
  expect(kept.status(), await kept.text()).toBe(200);

  await page.addInitScript((cart) => localStorage.setItem('cart', cart), cartOf('invoice-proposal-pack'));
  await page.goto(`/f/${slug}`);
  await page.getByRole('link', { name: 'Buy the icons' }).click();
  await page.getByRole('link', { name: 'Take it' }).click();
  await expect(page).toHaveURL(/\/checkout\/guest\?buy=desk-icons\.saas-launch-checklist/);
  await page.getByLabel('Email', { exact: true }).fill(`cy.${slug}@example.com`);
  await page.getByLabel('Country').selectOption('US');
  await expect(page.getByTestId('checkout-total')).toHaveText('$34');
  await page.getByRole('button', { name: 'Remove SaaS launch checklist' }).click();
  await expect(page.getByTestId('checkout-total')).toHaveText('$15');
  await page.goBack();
  await page.getByRole('link', { name: 'Take it' }).click();
  await expect(page.getByTestId('checkout-total')).toHaveText('$34');
  await expectAccessible(page);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'PayPal', exact: true }).click(),
  ]);
  await popup.getByRole('button', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(new RegExp(`/f/${slug}/thank-you\\?order=`));
  await expect(page.getByRole('heading', { name: 'Enjoy your icons' })).toBeVisible();
  await page.getByRole('link', { name: 'Your files and receipt' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'SaaS launch checklist' })).toBeVisible();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  const numbers = await request.get(`/api/funnels/${slug}/numbers?days=7`);
  expect(await numbers.json()).toMatchObject({ sales: 1, revenueCents: 3400 });
});

test('[STORE-3] [STORE-5] a member buys, and finds files and what is unlocked under My purchases', async ({
  page,
  hub,
}) => {
  await hub.command('coupons', 'add', 'MEMBER100', '100%');
  await signUp(page.request);
  await page.goto('/product/invoice-proposal-pack');
  await page.getByRole('button', { name: 'Add to cart: Proposal and invoice pack' }).first().click();
  await expect(page.getByTestId('cart-count')).toHaveText('1');
  await page.goto('/checkout');
  await page.getByLabel('Country').selectOption('US');
  await page.getByText('Coupon, or a name on the invoice').click();
  await page.getByLabel(/^Coupon/).fill('MEMBER100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect(page).toHaveURL(/\/thank-you\?order=/);
  await page.getByRole('link', { name: 'My purchases' }).last().click();
  await expect(page.getByRole('heading', { level: 3, name: 'Proposal and invoice pack' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('purchasedTemplates'))).toContain('proposal');
  const profile = (await (await page.request.get('/api/profile')).json()) as object;
  expect(JSON.stringify(profile)).toContain('payment-reminder');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await page.goto('/dashboard');
  await expect(
    page.getByRole('region', { name: 'Recent work' }).getByText('Proposal and invoice pack'),
  ).toBeVisible();
});

test('/checkout and /my-purchases lead a stranger to the sign-in page', async ({ page, allowError }) => {
  allowError(/401/);
  for (const path of ['/checkout', '/my-purchases']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/signin?next=${encodeURIComponent(path)}`);
  }
});

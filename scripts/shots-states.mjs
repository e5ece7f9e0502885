// Long because: every screen behind a click has its row here, with the one member who has things in them.
// What `npm run shots -- --states` photographs besides the addresses: screens behind a click, with things in them.

const cart = JSON.stringify([{ id: 'desk-icons' }, { id: 'invoice-proposal-pack', quantity: 2 }]);
const password = 'seven quiet herons';

/** Fills the hub with one member's things; answers what the browser must hold to be that member. */
export async function seed(browser, hub) {
  const context = await browser.newContext({ baseURL: hub.url });
  const email = 'ada@example.com';
  const data = { displayName: 'Ada Lovelace', email, password };
  await context.request.post('/api/auth/sign-up', { data });
  await hub.command('plan', 'grant', email, 'PRO');
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto('/');
  for (const [index, name] of [
    'Mutual NDA, Halden',
    'Statement of work, Wren',
    'README for fastqueue',
  ].entries())
    await context.request.post('/api/saved', {
      headers: { origin: hub.url },
      data: {
        key: `key-shots-${index}-0000000`,
        id: `tpl_shots${index}`,
        name,
        content: `<h1>${name}</h1><p>Between {{ClientName}} and us, the following is agreed.</p>`,
        fields: [],
        formData: {},
      },
    });
  await page.goto('/checkout?buy=solo-founder-security');
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Get it' }).click();
  await page.waitForURL(/\/thank-you\?order=/);
  const thanks = page.url().slice(hub.url.length);
  const funnel = await publishFunnel(page);
  const signing = await sendToSign(context, hub, page);
  const state = await context.storageState();
  await context.close();
  return { state, thanks, funnel, signing };
}

/** A document that is out; answers the path of the other side's page. */
async function sendToSign(context, hub, page) {
  const mailbox = async (find) => {
    for (let tries = 0; tries < 40; tries++) {
      const { mails } = await (await context.request.get('/api/dev/mailbox')).json();
      const found = mails.find(find);
      if (found) return (await (await context.request.get(`/api/dev/mailbox/${found.id}`)).json()).text;
      await new Promise((passed) => setTimeout(passed, 250));
    }
    throw new Error('The email didn’t arrive');
  };
  const confirming = await mailbox(({ to, subject }) => to.includes('ada@') && /confirm/i.test(subject));
  await page.goto(/https?:\S+token=\S+/.exec(confirming)[0]);
  await page.getByText('is confirmed').waitFor();
  await context.request.post('/api/agreements', {
    headers: { origin: hub.url },
    data: {
      key: 'key-shots-agreement',
      title: 'Mutual NDA, Halden',
      html: '<h1>Mutual NDA</h1><p>Between Wren Studio Ltd and Halden AG.</p><h2><span class="doc-number">1.</span> Term</h2><p>This agreement lasts two years from the day of signing.</p>',
      message: 'The NDA that we spoke about.',
      people: [{ name: 'Tom Halden', email: 'tom@halden.example', role: 'signs', turn: 1, party: null }],
    },
  });
  const asked = await mailbox(({ to }) => to.includes('tom@halden'));
  return (
    new URL(/https?:\S+t=\S+/.exec(asked)[0]).pathname + new URL(/https?:\S+t=\S+/.exec(asked)[0]).search
  );
}

async function publishFunnel(page) {
  await page.goto('/tools/funnel-builder');
  await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
  await page.getByRole('region', { name: /^Preview of/ }).waitFor();
  // The starter leaves its headline to the owner, and where the promised file lies.
  const region = (name) => page.getByRole('region', { name });
  await region('Blocks').getByRole('button', { name: /^Hero/ }).click();
  await page.getByLabel('Heading', { exact: true }).fill('Price your next project with confidence');
  await region('Steps')
    .getByRole('button', { name: /^Thank you/ })
    .click();
  await region('Blocks')
    .getByRole('button', { name: /^Hero: Here is your guide/ })
    .click();
  await page.getByLabel('Button link').fill('https://files.example.com/guide.pdf');
  await page.keyboard.press('Tab');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /no page says who is asking/ }).click();
  await page.getByLabel('Company or name').fill('Wren Studio');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  await dialog.getByRole('button', { name: /^Publish/ }).click();
  return dialog.getByRole('link', { name: /^\/f\// }).getAttribute('href');
}

const tab = (name) => async (page) => {
  await page.goto('/automation');
  await page.getByRole('main').getByRole('tab', { name }).click();
};

/** Each leads a fresh page to what shall be seen; `member` ones as the member that was seeded. */
export const states = [
  { name: 'not-found', go: (page) => page.goto('/no/such/page') },
  { name: 'product', go: (page) => page.goto('/product/node-postgres-starter') },
  { name: 'document', go: (page) => page.goto('/documents/mutual-nda') },
  {
    name: 'project',
    go: async (page) => {
      await page.goto('/portfolio');
      await page.locator('main h2 a, main h3 a, main article a').first().click();
      await page.waitForURL(/\/portfolio\/./);
    },
  },
  {
    name: 'menu',
    go: async (page) => {
      await page.goto('/store');
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(More|Menu)$/ })
        .filter({ visible: true })
        .click();
    },
  },
  {
    name: 'chat',
    go: async (page) => {
      await page.goto('/store');
      await page.getByRole('button', { name: 'Chat', exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Devpreneur AI' });
      await panel.getByLabel('Your question').fill('do you sell icons for my app?');
      await page.keyboard.press('Enter');
      await panel.getByRole('link', { name: 'Desk icons' }).waitFor();
    },
  },
  {
    name: 'cart-filled',
    go: async (page) => {
      await withCart(page);
      await page.goto('/cart');
      await page.getByTestId('cart-total').getByText('$').waitFor();
    },
  },
  {
    name: 'checkout-guest-filled',
    go: async (page) => {
      await withCart(page);
      await page.goto('/checkout/guest');
      await page.getByLabel('Email', { exact: true }).fill('ada@gmial.com');
      await page.getByLabel('Country').selectOption('DE');
      await page.getByText('Coupon, or a name on the invoice').click();
      await page.getByText('Test payments - no money moves').waitFor();
      await page.getByRole('button', { name: 'Debit or Credit Card' }).waitFor();
    },
  },
  {
    // The first wrong field after a press of the bar at the thumb, and what is bought unfolded.
    name: 'checkout-guest-wrong',
    go: async (page) => {
      await withCart(page);
      await page.goto('/checkout/guest');
      await page.getByLabel('Country').selectOption('US');
      await page.getByRole('button', { name: 'PayPal', exact: true }).click();
      await page.getByText('Enter the email address for your files').waitFor();
      const lid = page.getByRole('button', { name: 'Show 3 items' });
      if (await lid.isVisible()) await lid.click();
    },
  },
  {
    name: 'ai-questions',
    go: async (page) => {
      await ask(page);
      await page.getByText('Here’s what I understood').waitFor();
    },
  },
  {
    name: 'ai-draft',
    go: async (page) => {
      await ask(page);
      await page.getByRole('button', { name: 'Skip the questions' }).click();
      await page.getByRole('region', { name: /^Preview of/ }).waitFor();
    },
  },
  {
    name: 'ai-priced',
    go: async (page) => {
      await ask(page);
      await page.getByRole('form').getByRole('button', { name: /\$\d/ }).first().click();
      await page.getByText(/^This document is in/).waitFor();
    },
  },
  {
    name: 'ai-unreachable',
    go: async (page) => {
      await page.route('**/api/documents/*', (route) => route.abort());
      await page.route('**/api/template-generator/library', (route) => route.abort());
      await ask(page);
      await page.getByText('Your text stays on this device.').waitFor();
    },
  },
  {
    name: 'home-unnamed',
    go: async (page) => {
      await page.goto('/');
      await page.getByRole('main').getByRole('button', { name: 'Download PDF' }).click();
      await page.getByText('A company has no name yet').waitFor();
    },
  },
  {
    name: 'home-failed',
    go: async (page) => {
      await page.route('**/api/documents/*/pdf', (route) => route.abort());
      await page.goto('/');
      await page.getByLabel('Your company').fill('Wren Studio');
      await page.getByLabel('Their company').fill('Halden');
      await page.getByRole('main').getByRole('button', { name: 'Download PDF' }).click();
      await page.getByRole('button', { name: 'Print instead' }).waitFor();
    },
  },
  {
    name: 'saved-offline',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard/templates');
      await page.getByRole('button', { name: 'Star Mutual NDA, Halden' }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Star Mutual NDA, Halden' }).click();
      await page.getByText(/not synced yet/).waitFor();
    },
  },
  {
    name: 'classic-ready',
    go: async (page) => {
      await page.goto('/tools/classic-template-generator?document=mutual-nda');
      await page.getByRole('button', { name: 'Ready', exact: true }).click();
      await page.getByText(/^4 pages/).waitFor();
    },
  },
  {
    name: 'classic-filled',
    go: async (page) => {
      await page.goto('/tools/classic-template-generator?document=mutual-nda');
      await page.getByRole('group', { name: 'Your side' }).getByLabel('Name').fill('Wren Studio');
    },
  },
  {
    name: 'classic-gate',
    go: async (page) => {
      await page.goto('/tools/classic-template-generator?document=mutual-nda');
      await page.getByRole('button', { name: 'Download PDF' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'editor-filled',
    go: async (page) => {
      await page.goto('/tools/classic-template-generator?document=mutual-nda');
      await page.getByRole('main').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Edit the text' }).click();
      await page.getByRole('textbox', { name: 'Text of the document' }).waitFor();
    },
  },
  {
    name: 'funnel-guest',
    go: async (page) => {
      await page.goto('/tools/funnel-builder');
      await page.getByRole('button', { name: 'Start from this: Lead magnet' }).click();
      await page.getByRole('region', { name: 'Blocks' }).waitFor();
    },
  },
  { name: 'funnel-page', go: (page, { funnel }) => page.goto(funnel) },
  {
    name: 'funnel-writing',
    go: async (page) => {
      await page.goto('/tools/funnel-builder');
      await page.getByRole('button', { name: 'Start from this: Webinar' }).click();
      const preview = page.getByRole('region', { name: /^Preview of/ });
      await preview.getByRole('heading', { level: 1 }).dblclick();
      await preview.getByRole('textbox', { name: 'Heading' }).waitFor();
    },
  },
  ...['Steps', 'Edit'].map((name) => ({
    // Under 1024 px the lists, the page and the fields take turns; wider they stand side by side.
    name: `funnel-${name.toLowerCase()}`,
    go: async (page) => {
      await beginFunnel(page);
      await turnTo(page, name);
    },
  })),
  {
    name: 'funnel-theme',
    go: async (page) => {
      await beginFunnel(page);
      const narrow = page.getByRole('button', { name: /^Theme: / });
      if (await narrow.isVisible()) await narrow.click();
      else await page.getByRole('radio', { name: 'Theme' }).check();
    },
  },
  ...['Map', 'Numbers', 'Leads', 'Settings'].map((name) => ({
    name: `funnel-${name.toLowerCase()}-empty`,
    go: async (page) => {
      await beginFunnel(page);
      await viewFunnel(page, name);
    },
  })),
  {
    name: 'funnel-publish-stopped',
    go: async (page) => {
      await beginFunnel(page);
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByRole('dialog').getByText('Fix before publishing').waitFor();
    },
  },
  { name: 'funnel-missing', go: (page) => page.goto('/tools/funnel-builder?id=fun_nobody') },
  {
    name: 'funnel-form-missing',
    go: async (page, { funnel }) => {
      await page.goto(funnel);
      await page.locator('form button').click();
      await page.getByText('Enter your email address').waitFor();
    },
  },
  {
    name: 'automation-samples',
    go: async (page) => {
      await page.goto('/automation');
      await page.getByLabel('Show sample data').check();
    },
  },
  {
    name: 'automation-figures',
    go: async (page) => {
      await page.goto('/automation');
      await page.getByLabel('Show sample data').check();
      await page.getByRole('main').getByRole('tab', { name: 'Numbers' }).click();
    },
  },
  { name: 'restore', go: (page) => page.goto('/r/nothing') },
  {
    name: 'dashboard',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('table', { name: 'Recent work' }).waitFor();
    },
  },
  {
    name: 'dashboard-new',
    go: async (page) => {
      const email = `new.${Math.random().toString(36).slice(2)}@example.com`;
      await page.request.post('/api/auth/sign-up', { data: { displayName: 'Grace', email, password } });
      await page.goto('/dashboard');
      await page.getByRole('region', { name: 'Recent work' }).waitFor();
    },
  },
  {
    name: 'dashboard-menu',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard/account');
      await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
      const menu = page.getByRole('button', { name: /^Dashboard: / });
      if (await menu.isVisible()) await menu.click();
    },
  },
  ...['branding', 'plan', 'billing', 'api-keys', 'funnels'].map((place) => ({
    name: `dashboard-${place}`,
    member: true,
    go: async (page) => {
      await page.goto(`/dashboard/${place}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Loading' }).first().waitFor({ state: 'detached' });
    },
  })),
  {
    name: 'plans-member',
    member: true,
    go: async (page) => {
      await page.goto('/plans');
      await page.getByText('You use 3').filter({ visible: true }).first().waitFor();
    },
  },
  {
    name: 'agreements',
    member: true,
    async go(page) {
      await page.goto('/dashboard/agreements');
      await page.getByRole('rowheader').first().waitFor();
    },
  },
  {
    name: 'agreement',
    member: true,
    async go(page) {
      await page.goto('/dashboard/agreements');
      await page.getByRole('rowheader').getByRole('link').first().click();
      await page.getByText('Record intact').waitFor();
    },
  },
  {
    name: 'agreement-send',
    member: true,
    async go(page) {
      await page.goto('/dashboard/agreements/new?from=tpl_shots0');
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    },
  },
  {
    name: 'agreement-signer',
    async go(page, { signing }) {
      await page.goto(signing);
      await page.getByRole('button', { name: 'Review and sign' }).filter({ visible: true }).waitFor();
    },
  },
  {
    name: 'agreement-signer-code',
    async go(page, { signing }) {
      await page.goto(signing);
      await page.getByRole('button', { name: 'Review and sign' }).filter({ visible: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'saved-preview',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard/templates');
      await page.getByRole('button', { name: 'Mutual NDA, Halden', exact: true }).click();
      await page.getByRole('dialog').getByRole('region').waitFor();
    },
  },
  {
    name: 'saved-grid',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard/templates');
      await page.getByRole('radio', { name: 'Pages' }).check({ force: true });
      await page.getByText('the following is agreed').first().waitFor();
    },
  },
  {
    name: 'saved',
    member: true,
    go: async (page) => {
      await page.goto('/dashboard/templates');
      await page.getByRole('button', { name: 'Mutual NDA, Halden', exact: true }).waitFor();
    },
  },
  {
    name: 'my-purchases',
    member: true,
    go: async (page) => {
      await page.goto('/my-purchases');
      await page.getByRole('heading', { level: 3 }).first().waitFor();
    },
  },
  {
    name: 'thank-you',
    member: true,
    go: async (page, { thanks }) => {
      await page.goto(thanks);
      await page
        .getByRole('link', { name: /^Download/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'checkout',
    member: true,
    go: async (page) => {
      await withCart(page);
      await page.goto('/checkout');
      await page.getByTestId('checkout-total').filter({ hasText: /\d/ }).first().waitFor();
    },
  },
  {
    name: 'plans-member',
    member: true,
    go: (page) => page.goto('/plans'),
  },
  { name: 'funnel-member', member: true, go: (page) => page.goto('/tools/funnel-builder') },
  ...['Map', 'Numbers', 'Leads', 'Settings'].map((name) => ({
    name: `funnel-${name.toLowerCase()}`,
    member: true,
    go: async (page) => {
      await openFunnel(page);
      await viewFunnel(page, name);
    },
  })),
  {
    name: 'funnel-published',
    member: true,
    go: async (page) => {
      await openFunnel(page);
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByRole('dialog').getByText('Visitors see what you see here.').waitFor();
    },
  },
  {
    name: 'funnel-offline',
    member: true,
    go: async (page) => {
      await openFunnel(page);
      await page.context().setOffline(true);
      await page.keyboard.press('ControlOrMeta+Enter');
      await page.getByRole('dialog').getByText('You’re offline').waitFor();
    },
  },
  {
    name: 'funnel-numbers-failed',
    member: true,
    go: async (page) => {
      await page.route('**/api/funnels/*/numbers?*', (route) => route.abort());
      await openFunnel(page);
      await viewFunnel(page, 'Numbers');
      await page.getByText('Couldn’t load the numbers').waitFor();
    },
  },
  ...['Campaigns', 'Settings', 'Connect a shop'].map((name) => ({
    name: `automation-${name.toLowerCase().replaceAll(' ', '-')}`,
    member: true,
    go: tab(name),
  })),
  {
    // Pressed with things missing: what they are, and the first of them.
    name: 'automation-refused',
    member: true,
    go: async (page) => {
      await tab('Campaigns')(page);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('Not turned on yet').waitFor();
    },
  },
  {
    name: 'automation-own-pages',
    member: true,
    go: async (page) => {
      await tab('Connect a shop')(page);
      await page.getByRole('button', { name: 'Your own pages' }).click();
      const script = page.getByRole('button', { name: 'Get the script' });
      if (await script.isVisible()) await script.click();
      await page.getByLabel('Script', { exact: true }).waitFor();
    },
  },
  {
    name: 'automation-offline',
    member: true,
    go: async (page) => {
      await page.route('**/api/recovery', (route) => route.abort());
      await page.goto('/automation');
      await page.getByText('Can’t reach the server').waitFor();
    },
  },
  {
    // The last of a member's, since its cart stays.
    name: 'automation-cart',
    member: true,
    go: async (page) => {
      const items = [
        { name: 'Field guide', quantity: 2, cents: 4990 },
        { name: 'Pocket lens', quantity: 1, cents: 1220 },
      ];
      const restoreUrl = 'https://shop.example/cart/1';
      const left = { email: 'bea@example.com', name: 'Bea Bright', totalCents: 11_200, items, restoreUrl };
      await page.goto('/automation');
      await page.request.post('/api/recovery/carts', {
        headers: { origin: new URL(page.url()).origin },
        data: { ...left, consent: true },
      });
      await page.getByRole('main').getByRole('button', { name: 'bea@example.com' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'automation-add',
    member: true,
    go: async (page) => {
      await page.goto('/automation');
      await page.getByRole('main').getByRole('button', { name: 'Add cart' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const withCart = (page) => page.addInitScript((kept) => localStorage.setItem('cart', kept), cart);

async function beginFunnel(page) {
  await page.goto('/tools/funnel-builder');
  await page.getByRole('button', { name: 'Start from this: Product launch' }).click();
  await page.getByRole('region', { name: /^Preview of/ }).waitFor();
}

async function openFunnel(page) {
  await page.goto('/tools/funnel-builder');
  await page.getByRole('link', { name: 'Lead magnet' }).first().click();
  await page.getByRole('region', { name: /^Preview of/ }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor({ state: 'attached' });
}

const turnTo = async (page, name) => {
  const turn = page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name });
  if (await turn.isVisible()) await turn.check();
};

async function viewFunnel(page, name) {
  const wide = page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name });
  if (await wide.first().isVisible()) return wide.first().check();
  await page.getByRole('main').getByRole('button', { name: 'Page', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function ask(page) {
  await page.goto('/tools/template-generator');
  await page
    .getByLabel('What do you need?')
    .fill('Freelance contract with Mia Chen for 4500 EUR, starting 1 December 2026, no calls at weekends');
  await page.getByRole('button', { name: 'Write the draft' }).click();
}

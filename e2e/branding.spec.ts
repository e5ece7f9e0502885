// Long because: every way in and out of the branding is tried in a real browser, with what they share above them.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts';
import { openUserMenu, signIn, signUp, stored } from './members.ts';

/** Somebody who works on this device alone. */
const offlineUser = {
  uid: 'offline_1795000000000',
  email: 'offline@example.com',
  displayName: 'Offline User',
  isOffline: true,
};

async function openBranding(page: Page): Promise<Locator> {
  await page.goto('/dashboard/branding');
  const block = page.getByRole('main');
  await expect(block.getByLabel('Company name')).toBeVisible();
  return block;
}

async function openOffline(page: Page, prepare: () => void = () => {}): Promise<Locator> {
  await page.goto('/about');
  await page.evaluate((user) => localStorage.setItem('offlineUser', JSON.stringify(user)), offlineUser);
  await page.evaluate(prepare);
  return openBranding(page);
}

const tabLogo = (page: Page) => page.evaluate(() => sessionStorage.getItem('userBranding_logo'));
const paper = (block: Locator) => block.getByRole('region', { name: 'Preview of your letterhead' });
const chooser = (block: Locator) => block.locator('input[type=file]');
const logoOf = (block: Locator) => block.getByRole('img', { name: 'Your logo' });
const nothing = { name: 'x', mimeType: 'image/png', buffer: Buffer.from('') };

/** A picture that no encoder can make small. */
async function noise(page: Page, width: number, height: number, type = 'image/png') {
  const base64 = await page.evaluate(
    async ([w, h, kind]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      const image = context.createImageData(w, h);
      for (let at = 0; at < image.data.length; at++)
        image.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
      context.putImageData(image, 0, 0);
      return canvas.toDataURL(kind, 1).replace(/^.*,/, '');
    },
    [width, height, type] as const,
  );
  return { name: 'logo', mimeType: type, buffer: Buffer.from(base64, 'base64') };
}

const sizeOf = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, url);

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('[BRAND-1] every change is in local storage at once, and a reload has it', async ({ page }) => {
  const block = await openOffline(page);
  await block.getByLabel('Company name').pressSequentially('Wren');
  expect(await stored(page, 'userBranding')).toEqual({
    companyName: 'Wren',
    logo: '',
    primaryColor: '#007bff',
    secondaryColor: '#6c757d',
    accentColor: '#ffc107',
    fontFamily: 'Arial, sans-serif',
    website: '',
    email: '',
    phone: '',
    address: '',
  });
  await block.getByRole('textbox', { name: 'Primary', exact: true }).fill('#102030');
  await block.getByLabel('Secondary color picker').fill('#405060');
  await block.getByLabel('Font').selectOption('Georgia');
  await block.getByLabel('Address').fill('12 Harbour Row\nCork');
  await chooser(block).setInputFiles({ ...nothing, buffer: onePixel });
  await expect(block.getByText('Logo added.')).toBeVisible();
  expect(await stored(page, 'userBranding')).toMatchObject({
    primaryColor: '#102030',
    secondaryColor: '#405060',
    fontFamily: 'Georgia, serif',
    address: '12 Harbour Row\nCork',
  });

  await page.reload();
  await expect(block.getByLabel('Company name')).toHaveValue('Wren');
  await expect(block.getByLabel('Address')).toHaveValue('12 Harbour Row\nCork');
  const header = paper(block).locator('header');
  await expect(header).toHaveText('Wren');
  await expect(header).toHaveCSS('color', 'rgb(16, 32, 48)');
  await expect(header).toHaveCSS('font-family', 'Georgia, serif');
  const box = await header.locator('img').boundingBox();
  expect([box?.width, box?.height]).toEqual([40, 40]);
});

test('[BRAND-2] with a really full storage the logo stays in the tab, and an older one never comes back', async ({
  page,
}) => {
  const block = await openOffline(page);
  await block.getByLabel('Company name').fill('Wren');
  // Down to the last character, then room for words but for no picture.
  const room = await page.evaluate(() => {
    let size = 4_000_000;
    let filler = '';
    while (size >= 1) {
      try {
        localStorage.setItem('filler', filler + 'x'.repeat(size));
        filler += 'x'.repeat(size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
    localStorage.setItem('filler', filler.slice(2000));
    return filler.length;
  });
  expect(room).toBeGreaterThan(1_000_000);

  await chooser(block).setInputFiles(await noise(page, 400, 300));
  await expect(block.getByText('This browser’s storage is full')).toBeVisible();
  const first = await tabLogo(page);
  expect(first).toMatch(/^data:image\/(png|jpeg);base64,/);
  expect(await stored(page, 'userBranding')).toMatchObject({ companyName: 'Wren', logo: '' });

  await page.reload();
  await expect(logoOf(block)).toHaveAttribute('src', first ?? '');
  await block.getByLabel('Phone').fill('7');
  expect(await stored(page, 'userBranding')).toMatchObject({ phone: '7', logo: '' });
  expect(await tabLogo(page)).toBe(first);

  await chooser(block).setInputFiles(await noise(page, 300, 400));
  await expect(block.getByText('Logo added.')).toBeVisible();
  expect(await tabLogo(page)).not.toBe(first);
  await block.getByRole('button', { name: 'Remove' }).click();
  expect(await tabLogo(page)).toBeNull();
  await page.reload();
  await expect(block.getByRole('button', { name: 'Choose a File' })).toBeVisible();
  await expect(logoOf(block)).toHaveCount(0);

  // Room again: everything in one place.
  await page.evaluate(() => localStorage.removeItem('filler'));
  await chooser(block).setInputFiles({ ...nothing, buffer: onePixel });
  await expect(block.getByText('Logo added.')).toBeVisible();
  expect(await tabLogo(page)).toBeNull();
  expect((await stored(page, 'userBranding'))?.['logo']).toMatch(/^data:image\/png/);
});

test('[BRAND-2] a logo that only the session holds is restored beside an empty stored one', async ({
  page,
}) => {
  const block = await openOffline(page, () => {
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    localStorage.setItem('userBranding', JSON.stringify({ companyName: 'Wren', logo: '' }));
    sessionStorage.setItem('userBranding_logo', pixel);
  });
  await expect(logoOf(block)).toHaveAttribute('src', /^data:image\/png;base64,iVBOR/);
  await expect(paper(block).locator('header img')).toBeVisible();
});

test('a large photograph becomes a small logo, by file, by drop and by paste', async ({ page }) => {
  const block = await openOffline(page);
  await block.getByLabel('Company name').fill('Wren');
  const photograph = await noise(page, 2400, 1200, 'image/jpeg');
  expect(photograph.buffer.length).toBeGreaterThan(1_000_000);
  const logo = async () => String((await stored(page, 'userBranding'))?.['logo']);
  const isSmall = async () => {
    const url = await logo();
    const [width = 0, height = 0] = await sizeOf(page, url);
    expect(width).toBeLessThanOrEqual(512);
    expect(width / height).toBeCloseTo(2, 1);
    expect(Buffer.from(url.replace(/^.*,/, ''), 'base64').length).toBeLessThanOrEqual(200 * 1024);
  };

  await chooser(block).setInputFiles(photograph);
  await expect(logoOf(block)).toBeVisible();
  await isSmall();

  const bytes = [...(await noise(page, 64, 32)).buffer];
  const before = await logo();
  await block.getByLabel('Website').evaluate((element, data) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(data)], 'drop.png', { type: 'image/png' }));
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }, bytes);
  await expect.poll(logo).not.toBe(before);
  expect(await sizeOf(page, await logo())).toEqual([64, 32]);

  const pasted = [...(await noise(page, 32, 16, 'image/webp')).buffer];
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(data)], 'image.webp', { type: 'image/webp' }));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
    );
  }, pasted);
  await expect.poll(async () => sizeOf(page, await logo())).toEqual([32, 16]);
});

test('a broken, huge or foreign file gets clear words, and the logo that was there stays', async ({
  page,
}) => {
  const block = await openOffline(page);
  await chooser(block).setInputFiles({ ...nothing, buffer: onePixel });
  await expect(logoOf(block)).toBeVisible();
  const before = await stored(page, 'userBranding');
  const bomb = Buffer.from(onePixel);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const cut = (await noise(page, 200, 200)).buffer.subarray(0, 60);
  const refused: [Buffer, RegExp][] = [
    [Buffer.from(''), /This file is empty/],
    [Buffer.from('%PDF-1.7 a document'), /file type isn’t supported/],
    [cut, /damaged/],
    [bomb, /60000 × 60000 pixels/],
    [Buffer.concat([onePixel, Buffer.alloc(11 * 1024 * 1024)]), /The limit for a logo is 10 MB/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'), /damaged/],
    [
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
      ),
      /isn’t safe to open/,
    ],
    [Buffer.from(manyParts()), /too many parts/],
  ];
  for (const [buffer, words] of refused) {
    await chooser(block).setInputFiles({ ...nothing, buffer });
    await expect(block.getByText(words)).toBeVisible();
    expect(await stored(page, 'userBranding')).toEqual(before);
  }
  await chooser(block).setInputFiles(await noise(page, 20, 20));
  await expect(block.getByText('Logo added.')).toBeVisible();
});

/** Some lines that stand for ten thousand million shapes. */
function manyParts(): string {
  const layers = Array.from(
    { length: 10 },
    (_, n) =>
      `<g id="l${n}">${(n === 0 ? '<rect width="1" height="1"/>' : `<use href="#l${n - 1}"/>`).repeat(10)}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs>${layers.join('')}</defs><use href="#l9"/></svg>`;
}

test('an SVG with a script in it becomes a picture and nothing else', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const block = await openOffline(page);
  asked.length = 0;
  const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10" onload="window.hacked=1">
    <script>window.hacked = 1; fetch('/api/health')</script>
    <style>@import url(/stolen.css); rect { fill: #102030 }</style>
    <image xlink:href="/stolen.png" width="5" height="5"/>
    <foreignObject width="20" height="10"><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hacked=1"/></foreignObject>
    <a href="javascript:window.hacked=1"><rect width="20" height="10"/></a></svg>`;
  await chooser(block).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await expect(block.getByText('Logo added.')).toBeVisible();
  const logo = String((await stored(page, 'userBranding'))?.['logo']);
  expect(logo).toMatch(/^data:image\/png;base64,/);
  expect(await sizeOf(page, logo)).toEqual([512, 256]);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(asked.filter((url) => /stolen|health/.test(url))).toEqual([]);
  const middle = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, -400, -200);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, logo);
  expect(middle).toEqual([16, 32, 48, 255]);
});

test('two tabs show one branding', async ({ page, context }) => {
  const block = await openOffline(page);
  const other = await context.newPage();
  const otherBlock = await openBranding(other);
  await page.bringToFront();
  await block.getByLabel('Company name').fill('Wren');
  await expect(otherBlock.getByLabel('Company name')).toHaveValue('Wren');
  await expect(paper(otherBlock).locator('header')).toHaveText('Wren');
  await otherBlock.getByLabel('Phone').fill('7');
  await expect(block.getByLabel('Phone')).toHaveValue('7');
  expect(await stored(page, 'userBranding')).toMatchObject({ companyName: 'Wren', phone: '7' });
});

test('a guest’s branding goes into the new account, other devices have it, and the later change wins', async ({
  page,
  browser,
  hub,
  watch,
}) => {
  await page.goto('/about');
  await page.evaluate(() => {
    localStorage.setItem('userBranding', JSON.stringify({ companyName: 'Wren', phone: '7' }));
    // Begun in this very visit: what was there before it would be offered.
    const visit = { since: Date.now(), last: Date.now(), found: [] };
    sessionStorage.setItem('hub.visit', JSON.stringify(visit));
  });
  const member = await signUp(page.request);
  const block = await openBranding(page);
  await expect(block.getByLabel('Company name')).toHaveValue('Wren');
  await expect(block.getByText('Saved to your account')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: hub.url, serviceWorkers: 'block' });
  watch(elsewhere);
  const second = await elsewhere.newPage();
  await second.goto('/about');
  await signIn(second.request, member);
  const secondBlock = await openBranding(second);
  await expect(secondBlock.getByLabel('Company name')).toHaveValue('Wren');
  await secondBlock.getByLabel('Company name').fill('Wren & Wold');
  await expect(secondBlock.getByText('Saved to your account')).toBeVisible();

  // Upon what is old by now: only the field that was changed here wins.
  await block.getByLabel('Phone').fill('8');
  await expect(block.getByLabel('Company name')).toHaveValue('Wren & Wold');
  await expect(block.getByText('Saved to your account')).toBeVisible();
  await second.reload();
  await expect(secondBlock.getByLabel('Phone')).toHaveValue('8');
  await elsewhere.close();
});

test('logging out leaves nothing for the next person, and what was not sent waits for its owner', async ({
  page,
  allowError,
}) => {
  allowError(/ERR_FAILED|ERR_ABORTED/);
  const ada = await signUp(page.request);
  let block = await openBranding(page);
  await block.getByLabel('Company name').fill('Wren');
  await expect(block.getByText('Saved to your account')).toBeVisible();
  const logOut = async () => {
    await (await openUserMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/signin');
  };
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /branding/i.test(key)));

  // From a page where nothing of branding was ever loaded.
  await page.goto('/about');
  await logOut();
  expect(await keys()).toEqual([]);

  await signIn(page.request, ada);
  block = await openBranding(page);
  await expect(block.getByLabel('Company name')).toHaveValue('Wren');
  await page.route('**/api/branding', (route) => route.abort());
  await block.getByLabel('Company name').fill('Wren & Wold');
  await expect(block.getByText('when you’re back online')).toBeVisible();
  await logOut();
  expect(await stored(page, 'userBranding')).toBeNull();
  await page.unroute('**/api/branding');

  await signUp(page.request, 'Bob');
  block = await openBranding(page);
  await expect(block.getByLabel('Company name')).toHaveValue('');
  await expect(page.getByText('Wold')).toHaveCount(0);
  await logOut();

  await signIn(page.request, ada);
  block = await openBranding(page);
  await expect(block.getByLabel('Company name')).toHaveValue('Wren & Wold');
  await expect(block.getByText('Saved to your account')).toBeVisible();
  expect(await keys()).not.toContainEqual(expect.stringContaining('kept'));
});

test('a colour that cannot be read is said, and one press makes it readable', async ({ page }) => {
  const block = await openOffline(page);
  const primary = block.getByRole('textbox', { name: 'Primary', exact: true });
  await primary.fill('#ffc107');
  await expect(block.getByText('too pale to read')).toBeVisible();
  await block.getByRole('button', { name: /^Darken to/ }).click();
  await expect(block.getByText('too pale to read')).toHaveCount(0);
  await primary.fill('#12');
  await primary.blur();
  await expect(block.getByText('A colour has six digits')).toBeVisible();
  expect((await stored(page, 'userBranding'))?.['primaryColor']).toMatch(/^#[0-9a-f]{6}$/);
});

test('the branding is accessible in both themes and never scrolls sideways @both', async ({ page }) => {
  const block = await openOffline(page);
  await block
    .getByLabel('Company name')
    .fill('A rather long name of a company that does many things, Limited');
  // Brand names are free to be pale, which a machine cannot know.
  await block.getByRole('textbox', { name: 'Primary', exact: true }).fill('#102030');
  await expectAccessibleInBothThemes(page);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
});

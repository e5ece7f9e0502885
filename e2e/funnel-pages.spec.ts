import { gzipSync } from 'node:zlib';
import { blockTypes } from '../src/features/funnels/rules/blocks.ts';
import { type Block, type Funnel, themes } from '../src/features/funnels/rules/contract.ts';
import { drawingChoices } from '../src/features/funnels/rules/render/drawings.ts';
import { themeTable, withTheme } from '../src/features/funnels/rules/render/themes.ts';
import { startFrom } from '../src/features/funnels/rules/start-from.ts';
import { starters } from '../src/features/funnels/rules/starters/index.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { builder, chosen, press, preview } from './funnel-hands.ts';
import { signUp } from './members.ts';

let made = 0;
const makeId = () => `p${++made}`;
const [lead] = starters;

const said: Record<string, string> = {
  kicker: 'Free for a month',
  title: 'Everything in one place',
  lead: 'One sentence with **bold** and a [link](next).',
  body: 'A sentence with *stress* and a [link](next).\n\n- One\n- Two',
  button: 'Go on',
  link: 'next',
  note: 'No card needed',
  picture: drawingChoices[0]?.value ?? '',
  alt: 'A sheet of paper',
  caption: 'What it looks like',
  video: 'https://films.example/a.mp4',
  name: 'Maya',
  role: 'Developer',
  price: '$49',
  was: '$69',
  per: 'per month',
  bump: 'And the book',
  bumpPrice: '$9',
  bumpLink: 'https://shop.example/both',
  until: '2099-01-01T10:00:00.000Z',
  past: 'It has ended.',
  question: 'What is it?',
  answer: 'A page.',
  consent: 'Send me the letter.',
  yes: 'Yes, add it',
  no: 'No, thank you',
  best: 'yes',
};

/** Every block there is, on each of the three grounds. */
function aFullOne(id: string): Funnel {
  if (!lead) throw new Error('There is no funnel to start from');
  const funnel = startFrom(lead, makeId, id, null);
  const [first, ...rest] = funnel.steps;
  if (!first) throw new Error('It has no step');
  const tones = ['plain', 'tinted', 'accent'] as const;
  const blocks = tones.flatMap((tone) =>
    blockTypes.map((type, at): Block => {
      const values = { ...said, ...(type === 'offer' && { link: 'https://shop.example/one' }) };
      const like = { show: 'all', align: 'start', alignPhone: null } as const;
      return { id: `${tone}${at}`, type, tone, ...like, values, items: [said, { ...said, best: '' }] };
    }),
  );
  return {
    ...funnel,
    style: { ...funnel.style, company: 'Linden Works' },
    frame: {
      links: [{ words: 'The offer', to: '#offer' }],
      footer: [{ words: 'Terms', to: 'https://linden.example/terms' }],
      legal: '© Linden Works Ltd, Leeds',
    },
    steps: [{ ...first, blocks }, ...rest.map((step) => ({ ...step, blocks: blocks.slice(1, 2) }))],
  };
}

for (const theme of themes)
  test(`a page in ${themeTable[theme].name} can be read at any width, by day and by night, in its own type`, async ({
    page,
  }) => {
    await signUp(page.request);
    const id = `fun_theme_${theme}`;
    const full = aFullOne(id);
    const funnel = { ...full, slug: `in-${theme}`, style: withTheme(full.style, theme) };
    const data = { key: `publish-${theme}-1`, base: 0, funnel, publish: 'now', hasSeen: true };
    const answer = await page.request.put(`/api/funnels/${id}`, { data });
    expect(await answer.json()).toMatchObject({ head: { publishRefusal: null } });
    const fonts = new Set<string>();
    page.on('response', (response) => {
      if (response.url().includes('/f/-/type/')) fonts.add(`${response.status()} ${response.url()}`);
    });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/f/in-${theme}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything in one place');
        await expect(page.locator('.cd b').first()).toHaveText(/\d+ days/);
        for (const summary of await page.locator('summary').all()) await summary.click();
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    }
    expect([...fonts].filter((one) => !one.startsWith('200'))).toEqual([]);
    expect(fonts.size).toBeGreaterThanOrEqual(2);
    const set = await page.evaluate(() =>
      document.fonts.ready.then((all) => [...all].filter((one) => one.status === 'loaded').length),
    );
    expect(set).toBeGreaterThanOrEqual(2);
  });

test('a page is written where it stands: words, bold, a link, blocks between blocks, a theme', async ({
  page,
  allowError,
}) => {
  allowError(/status of 40[04]/);
  await page.setViewportSize({ width: 1440, height: 1500 });
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Webinar' }).click();
  const shown = preview(page);
  const undo = () => page.keyboard.press('ControlOrMeta+z');
  const title = shown.getByRole('heading', { level: 1 });
  const before = (await title.textContent()) ?? '';

  // A line: what is typed is in the panel at once; Return ends it.
  await title.dblclick();
  const field = shown.getByRole('textbox', { name: 'Heading' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Talk to us');
  await expect(chosen(page).getByLabel('Heading')).toHaveValue('Talk to us');
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expect(title).toHaveText('Talk to us');
  await undo();
  await expect(title).toHaveText(before);

  // A text with a link, which is chosen and not spelled.
  await shown.locator('.ld').dblclick();
  await page.keyboard.type('Bring a project');
  for (let letter = 0; letter < 7; letter++) await page.keyboard.press('Shift+ArrowLeft');
  const bar = page.getByRole('group', { name: 'Hero on the page' });
  await bar.getByRole('button', { name: 'Bold' }).click();
  await bar.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Leads to').selectOption('Next step: See you there');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await page.keyboard.press('Escape');
  await expect(shown.locator('.ld').getByRole('link', { name: 'project' })).toHaveCount(1);
  await expect(shown.locator('.ld strong')).toHaveText('project');
  await expectAccessible(page);

  // Between two blocks, and moved from the bar that lies on it.
  const sections = shown.locator('section');
  const count = await sections.count();
  await press(page.getByRole('button', { name: 'Add a block below' }));
  await page.getByRole('menuitem', { name: 'Text', exact: true }).press('Enter');
  await expect(sections.nth(1).locator('mark')).toHaveText('[Your text]');
  const textBar = page.getByRole('group', { name: 'Text on the page' });
  await press(textBar.getByRole('button', { name: 'Move up' }));
  await expect(sections.first().locator('mark')).toHaveText('[Your text]');
  await press(textBar.getByRole('button', { name: 'Delete' }));
  await expect(sections).toHaveCount(count);

  // From the palette, onto the page.
  const tile = page.getByRole('region', { name: 'Palette' }).getByRole('button', { name: 'FAQ' });
  const [from, to] = [await tile.boundingBox(), await sections.first().boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 240, (to?.y ?? 0) + 30, { steps: 8 });
  await page.mouse.up();
  await expect(sections).toHaveCount(count + 1);
  await expect(sections.first()).toContainText('What do people ask first?');
  await undo();
  await expect(sections).toHaveCount(count);

  // A theme, by its key; and what is still a placeholder is named, and led to.
  const paper = () => shown.locator('.f').evaluate((root) => getComputedStyle(root).backgroundColor);
  const was = await paper();
  await chosen(page).getByRole('radio', { name: 'Theme' }).check();
  const studio = page.getByRole('radio', { name: 'Studio' });
  await expect(studio).toBeChecked();
  await studio.press('ArrowLeft');
  await expect.poll(paper).not.toBe(was);
  await page.keyboard.press('ControlOrMeta+Enter');
  await dialog.getByRole('button', { name: /Testimonials, quote 1: “\[Your guest’s words/ }).click();
  await expect(chosen(page).getByRole('heading', { name: 'Testimonials' })).toBeVisible();
});

test('on a wide screen the page is shown at a desk and on a phone, and both say the same', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(builder);
  await page.getByRole('button', { name: 'Start from this: Book' }).click();
  const phone = page.getByRole('region', { name: /^On a phone/ });
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Small contracts');
  await preview(page).getByRole('heading', { level: 1 }).dblclick();
  await page.keyboard.type('Large contracts');
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Large contracts');
  await expectAccessible(page);
});

for (const theme of themes)
  test(`a form in ${themeTable[theme].name} says beside a field what is missing, with or without script`, async ({
    page,
    browser,
    hub,
  }) => {
    await signUp(page.request);
    if (!lead) throw new Error('There is no funnel to start from');
    const id = `fun_form_${theme}`;
    const given = startFrom(lead, makeId, id, null);
    const [first, ...rest] = given.steps;
    if (!first) throw new Error('It has no step');
    const forms = first.blocks.filter(({ type }) => type === 'optin');
    const blocks = (['plain', 'tinted', 'accent'] as const).flatMap((tone) =>
      forms.map((form) => ({ ...form, id: `${form.id}${tone}`, tone })),
    );
    const last = rest.map((step) => ({
      ...step,
      blocks: step.blocks.filter(({ type }) => type !== 'hero'),
    }));
    const funnel = {
      ...given,
      slug: `form-${theme}`,
      style: { ...withTheme(given.style, theme), company: 'Linden Works' },
      steps: [{ ...first, blocks }, ...last],
    };
    const data = { key: `publish-form-${theme}`, base: 0, funnel, publish: 'now', hasSeen: true };
    const answer = await page.request.put(`/api/funnels/${id}`, { data });
    expect(await answer.json()).toMatchObject({ head: { publishRefusal: null } });

    await page.goto(`/f/form-${theme}`);
    const weight = await page
      .locator('script')
      .evaluateAll((all) => all.map((one) => one.textContent).join(''));
    expect(gzipSync(weight).length).toBeLessThan(1024);
    for (const form of await page.locator('form').all()) {
      const email = form.getByLabel('Email address');
      const missing = form.getByText('Enter your email address, such as name@example.com.');
      const unticked = form.getByText('Check this box so we can send it to you.');
      await expect(missing).toBeHidden();
      await form.getByRole('button').click();
      await expect(missing).toBeVisible();
      await expect(unticked).toBeVisible();
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(/name@example/);
      await email.fill('mia@example.com');
      await expect(missing).toBeHidden();
      await form.getByRole('button').click();
      await expect(form.getByRole('checkbox')).toBeFocused();
      await expectAccessible(page);
    }

    // Without a script the style sheet says it, beside whatever the browser says.
    await using plain = await browser.newContext({ baseURL: hub.url, javaScriptEnabled: false });
    const other = await plain.newPage();
    await other.goto(`/f/form-${theme}`);
    const form = other.locator('form').first();
    await form.getByRole('button').click();
    await expect(form.getByText('Enter your email address, such as name@example.com.')).toBeVisible();
  });

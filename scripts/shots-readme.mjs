// What `npm run shots -- --readme` draws: the pictures of the README, over the demo, as whoever clones this sees it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const demoMember = /Sign in as (\S+) with the password (\S+)/;

const pictures = [
  {
    name: 'home',
    async go(page) {
      await page.goto('/');
      await page.getByLabel('Your company').fill('Studio Lindqvist');
      await page.getByLabel('Their company').fill('Halden Analytics');
      await page.getByText('Halden Analytics').first().waitFor();
    },
  },
  {
    name: 'store',
    async go(page) {
      await page.goto('/store');
      await page.getByRole('link', { name: 'SaaS launch checklist' }).first().waitFor();
    },
  },
  {
    name: 'templates',
    isMember: true,
    async go(page) {
      await page.goto('/dashboard/templates');
      await page.getByText(/^Live:/).waitFor();
      await page.getByRole('grid', { name: 'Saved templates' }).getByRole('row').nth(5).waitFor();
      await page.getByText(/ used$/).waitFor();
    },
  },
  {
    name: 'funnel',
    isMember: true,
    async go(page) {
      await page.goto('/tools/funnel-builder');
      await page.getByRole('link', { name: 'Pricing guide' }).first().click();
      await page.getByRole('region', { name: /^Preview of/ }).waitFor();
      await page.getByText('Saved', { exact: true }).waitFor();
    },
  },
  {
    name: 'recovery',
    isMember: true,
    async go(page) {
      await page.goto('/automation');
      await page.getByRole('button', { name: 'Add cart' }).waitFor();
      await page.getByText('Recovered').nth(1).waitFor();
    },
  },
];

/** Into docs/pictures/; `hear` and `settle` wait until a page hears and has all its pictures. */
export async function drawReadme({ browser, hub, root, hear, settle }) {
  const [, email, password] = demoMember.exec(await hub.command('demo', 'load')) ?? [];
  for (const { name, isMember, go } of pictures) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      baseURL: hub.url,
    });
    const page = await context.newPage();
    hear(page);
    if (isMember) {
      const answer = await context.request.post('/api/auth/sign-in', { data: { email, password } });
      if (!answer.ok()) throw new Error(`Couldn’t sign in: ${await answer.text()}`);
      await page.goto('/');
    }
    await go(page);
    await settle(page);
    // Playwright itself writes no WebP, which is a third of a PNG.
    const session = await context.newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90 });
    writeFileSync(join(root, `docs/pictures/${name}.webp`), Buffer.from(data, 'base64'));
    await context.close();
    console.log(`docs/pictures/${name}.webp`);
  }
}

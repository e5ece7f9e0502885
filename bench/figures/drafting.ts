import { chromium } from '@playwright/test';
import { startHub } from '../../e2e/hub.ts';
import { findBrowser, launchArgs } from '../../scripts/browser.mjs';
import { startOpenAiEmulator } from '../../emulators/openai/server.ts';
import { atMost, type Figure, median } from '../kit.ts';

const marker = 'Zephyr';

// Looks at every frame whether the words stand within the window. In words, since there is no document here.
const whenSeen = `(function look() {
  const found = [...document.querySelectorAll('main p, main span')].find((one) => one.textContent.includes('${marker}'));
  const box = found && found.getBoundingClientRect();
  if (!box || box.bottom <= 0 || box.top >= innerHeight) return void requestAnimationFrame(look);
  document.documentElement.setAttribute('data-seen-at', String(Date.now()));
})()`;

/** From the moment a model's first words leave its endpoint to the moment they can be read in a browser. */
export async function figures(): Promise<Figure[]> {
  const emulator = await startOpenAiEmulator();
  const services = `${marker} designs the onboarding in three rounds, with a clickable model after each. `;
  const text = JSON.stringify({ answers: [{ field: 'services', value: services.repeat(8) }], sections: [] });
  await using hub = await startHub({
    env: { AI_BASE_URL: emulator.baseUrl, AI_MODEL: 'emulated', TRUST_PROXY: '1' },
  });
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: launchArgs, ...(executablePath && { executablePath }) });
  try {
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      const context = await browser.newContext({
        baseURL: hub.url,
        serviceWorkers: 'block',
        extraHTTPHeaders: { 'x-forwarded-for': `10.8.0.${round + 1}` },
      });
      const page = await context.newPage();
      await page.request.post('/api/auth/sign-up', {
        headers: { origin: hub.url },
        data: { displayName: 'Ada', email: `ada${round}@example.com`, password: 'seven quiet herons' },
      });
      emulator.behave({ text, delayMs: 40 });
      await page.goto('/tools/template-generator');
      await page.getByText('emulated writes.').waitFor();
      await page.getByLabel('What do you need?').fill('Contract with Mia Chen for 4500 EUR');
      await page.getByRole('button', { name: 'Write the draft' }).click();
      await page.evaluate(whenSeen);
      await page.getByRole('button', { name: 'Skip the questions' }).click();
      await page.locator('html[data-seen-at]').waitFor({ state: 'attached' });
      const seenAt = Number(await page.locator('html').getAttribute('data-seen-at'));
      let soFar = '';
      const sent = emulator.written.find(({ content }) => (soFar += content).includes(marker));
      waits.push(seenAt - (sent?.at ?? 0));
      await context.close();
    }
    // The first one warms the hub and the browser.
    return [
      atMost('first words of a model, from its endpoint to the screen', median(waits.slice(1)), 100, 'ms', 0),
    ];
  } finally {
    await browser.close();
    await emulator.close();
  }
}

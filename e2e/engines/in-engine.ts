// The screens that take typing or money, in the engines of Firefox and Safari. Playwright only runs these tests: it drives
// none of the browsers that people and Debian have, so we do, by WebDriver. A file for each engine, as each has workers of its own.
import { test as base } from '@playwright/test';
import { type Engine, type EngineName, missing } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';
import { Person } from './person.ts';
import { startWebKit } from './webkit.ts';
import { type Hub, startHub } from '../hub.ts';

const starts: Record<EngineName, () => Promise<Engine>> = { firefox: startFirefox, webkit: startWebKit };

const inEngine = (name: EngineName) =>
  base.extend<{ person: Person }, { hub: Hub; engine: Engine }>({
    hub: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
      async ({}, use) => {
        await using hub = await startHub({ env: { HASHING_LOG2N: '10' } });
        await use(hub);
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    engine: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this very pattern
      async ({}, use) => {
        await using engine = await starts[name]();
        await use(engine);
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    async person({ engine, hub }, use, info) {
      await using browser = await engine.open();
      await browser.resize(1440, 1000);
      await use(new Person(browser, hub.url));
      if (info.status !== info.expectedStatus)
        await info.attach('what was in sight', {
          body: await browser.photograph(),
          contentType: 'image/png',
        });
    },
  });

export function journeysIn(name: EngineName): void {
  const test = inEngine(name);
  const why = missing(name);
  test.describe(`in ${name === 'firefox' ? 'Firefox' : 'WebKit, the engine of Safari'}`, () => {
    test.skip(why !== null, why ?? '');
    for (const { title, usual, go } of journeys)
      if (usual || process.env['BROWSERS'] === 'all')
        test(title, async ({ person }) => {
          test.setTimeout(120_000);
          await go(person);
        });
  });
}

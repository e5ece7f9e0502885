// npm run shots [-- /store /about] [--hub http://127.0.0.1:3000]: photographs every public page in both themes at
// three widths, from top to bottom, into shots/. With --states [dashboard chat] the screens behind a click as well;
// with --few one picture a theme: the widest light, the narrowest dark. With --golden instead the pictures that
// e2e/golden.spec.ts compares are drawn anew, into e2e/golden/; with --readme those of the README, into docs/pictures/.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startHub } from '../e2e/hub.ts';
import { ensureBrowser, launchArgs } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { drawReadme } from './shots-readme.mjs';
import { seed, states } from './shots-states.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'shots');
const themes = ['light', 'dark'];
const widths = [
  [390, 844],
  [768, 1024],
  [1440, 900],
];

const { values, positionals } = parseArgs({
  options: {
    hub: { type: 'string' },
    states: { type: 'boolean' },
    few: { type: 'boolean' },
    golden: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
  allowPositionals: true,
});
if ((values.states || values.readme) && values.hub)
  throw new Error('--states and --readme fill their own hub; omit --hub');
if (!values.hub && !isBuilt()) await build();
if (values.golden) process.exit(await drawGolden());
const named = values.states ? states.filter(({ name }) => positionals.includes(name)) : [];
const paths = named.length > 0 || values.readme ? [] : choosePaths(positionals);
const hub = values.hub ? undefined : await startHub();
const address = values.hub?.replace(/\/$/, '') ?? hub.url;
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
try {
  mkdirSync(folder, { recursive: true });
  for (const path of paths) await photograph(path.replace(/^\//, ''), (page) => page.goto(address + path));
  if (values.readme) await drawReadme({ browser, hub, root, hear: hearing, settle: settled });
  if (values.states) {
    const seeded = await seed(browser, hub);
    for (const { name, member, go } of named.length > 0 ? named : states)
      await photograph(`state-${name}`, (page) => go(page, seeded), member ? seeded.state : undefined);
  }
} finally {
  await browser.close();
  await hub?.stop();
}

async function drawGolden() {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      'e2e/golden.spec.ts',
      '--update-snapshots=all',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production', CHROME_PATH: await ensureBrowser() },
    },
  );
  return status ?? 1;
}

/** The addresses given, or those among the known ones that begin with what was given, or all. */
function choosePaths(wanted) {
  const file = join(root, 'dist/server/routes.json');
  const known = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [{ path: '/' }])
    .filter(({ access }) => access !== 'member')
    .map(({ path, example }) => example ?? path);
  const open = known.filter((path) => !/[:{*]/.test(path));
  for (const path of known.filter((each) => !open.includes(each)))
    console.log(`${path} has no example; skipped`);
  if (wanted.length === 0) return open;
  return wanted.flatMap((path) => {
    const begins = open.filter((each) => each === path || (path !== '/' && each.startsWith(path)));
    return begins.length > 0 ? begins : [path];
  });
}

async function photograph(what, go, storageState) {
  const started = performance.now();
  const name = what.replace(/[^\w-]+/g, '-') || 'home';
  const complaints = new Set();
  for (const theme of themes) {
    for (const [width, height] of widths) {
      if (values.few && (theme === 'light' ? width < 1440 : width > 390)) continue;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        baseURL: address,
        ...(storageState && { storageState }),
      });
      context.on('console', (message) => message.type() === 'error' && complaints.add(message.text()));
      context.on('weberror', ({ error }) => complaints.add(error().message));
      const page = await context.newPage();
      page.setDefaultTimeout(8000);
      hearing(page);
      await go(page).then(
        (response) => response?.status() >= 400 && complaints.add(`answered ${response.status()}`),
        (error) => complaints.add(error.message),
      );
      await settled(page);
      const wide = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (wide > 0) complaints.add(`scrolls sideways by ${wide} px at ${width} px`);
      await page.screenshot({
        path: join(folder, `${name}-${width}-${theme}.png`),
        fullPage: true,
        animations: 'disabled',
      });
      await context.close();
    }
  }
  console.log(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const complaint of complaints) console.log(`  ${complaint}`);
}

/** What has been drawn does not hear yet; a person takes longer than this to press something. */
function hearing(page) {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await page
      .locator('html[data-alive]')
      .waitFor({ timeout: 4000 })
      .catch(() => {});
    return response;
  };
}

// Not "network idle": a page that listens to live updates never is. The scroll wakes what loads when it is seen.
async function settled(page) {
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    scrollTo(0, 0);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  })()`);
}

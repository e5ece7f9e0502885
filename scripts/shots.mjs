// npm run shots [-- /store /about] [--hub http://127.0.0.1:3000]: photographs every public page in both themes at
// three widths, from top to bottom, into shots/.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startHub } from '../e2e/hub.ts';
import { ensureBrowser, launchArgs } from './browser.mjs';
import { build, isBuilt } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'shots');
const themes = ['light', 'dark'];
const widths = [
  [390, 844],
  [768, 1024],
  [1440, 900],
];

const { values, positionals } = parseArgs({ options: { hub: { type: 'string' } }, allowPositionals: true });
if (!values.hub && !isBuilt()) await build();
const paths = choosePaths(positionals);
const hub = values.hub ? undefined : await startHub();
const address = values.hub?.replace(/\/$/, '') ?? hub.url;
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
try {
  mkdirSync(folder, { recursive: true });
  for (const path of paths) await photograph(path);
} finally {
  await browser.close();
  await hub?.stop();
}

/** The addresses given, or those among the known ones that begin with what was given, or all. */
function choosePaths(wanted) {
  const file = join(root, 'dist/server/routes.json');
  const known = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [{ path: '/' }])
    .filter(({ access }) => access !== 'member')
    .map(({ path, example }) => example ?? path);
  const open = known.filter((path) => !/[:{*]/.test(path));
  for (const path of known.filter((each) => !open.includes(each)))
    console.log(`${path} has no example, so it is left out`);
  if (wanted.length === 0) return open;
  return wanted.flatMap((path) => {
    const begins = open.filter((each) => each === path || (path !== '/' && each.startsWith(path)));
    return begins.length > 0 ? begins : [path];
  });
}

async function photograph(path) {
  const started = performance.now();
  const name = path.replace(/^\//, '').replace(/[^\w-]+/g, '-') || 'home';
  const complaints = new Set();
  for (const theme of themes) {
    for (const [width, height] of widths) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      context.on('console', (message) => message.type() === 'error' && complaints.add(message.text()));
      context.on('weberror', ({ error }) => complaints.add(error().message));
      const page = await context.newPage();
      const response = await page.goto(address + path, { waitUntil: 'load' });
      if (response?.status() !== 200) complaints.add(`answered ${response?.status()}`);
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
  console.log(`${path} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  for (const complaint of complaints) console.log(`  ${complaint}`);
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

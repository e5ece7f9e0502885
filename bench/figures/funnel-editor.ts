import { chromium, type Page } from '@playwright/test';
import { newBlock } from '#features/funnels/rules/make.ts';
import { startFrom } from '#features/funnels/rules/start-from.ts';
import { starters } from '#features/funnels/rules/starters/index.ts';
import { ensureBrowser, launchArgs } from '../../scripts/browser.mjs';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure, median } from '../kit.ts';

const long = 100;

/** The funnel editor in a real browser: how soon a page of a hundred blocks can be worked on, and how it moves. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  await using browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
  const context = await browser.newContext({ baseURL: hub.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // A file that is chosen before the page is alive is nobody's.
  await page.goto('/tools/funnel-builder', { waitUntil: 'networkidle' });
  await page.getByLabel('Funnel as JSON').setInputFiles({
    name: 'long.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(aLongOne())),
  });
  const blocks = page.locator('[role="region"] [data-block]');
  await blocks.nth(long - 1).waitFor();

  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const opened: number[] = [];
  for (let round = 0; round < 5; round++) {
    await page.goto('/');
    const start = performance.now();
    await page.goto(`/tools/funnel-builder?id=${id}`, { waitUntil: 'commit' });
    await blocks.first().click();
    await page.getByRole('complementary', { name: 'Selection' }).getByLabel('Heading').fill('Ready');
    opened.push(performance.now() - start);
  }

  const frames = await framesOfDrag(page);
  const late = (frames.filter((ms) => ms > 1000 / 60 + 4).length / frames.length) * 100;
  return [
    atMost('editor of 100 blocks, from its address to a word changed', median(opened), 2000, 'ms', 0),
    atMost('dragging in a page of 100 blocks, a frame', median(frames), 17, 'ms'),
    atMost('dragging in a page of 100 blocks, frames that came late', late, 5, '%'),
  ];
}

function aLongOne() {
  let made = 0;
  const makeId = () => `b${++made}`;
  const [first] = starters;
  if (!first) throw new Error('There is no funnel to start from');
  const funnel = startFrom(first, makeId, 'fun_long', null);
  const [step] = funnel.steps;
  if (!step) throw new Error('It has no step');
  const blocks = Array.from({ length: long }, (_, index) =>
    newBlock(
      makeId,
      index % 4 === 3 ? 'columns' : 'text',
      { title: `Block ${index}`, body: 'Words. '.repeat(30) },
      [
        { title: 'One', body: 'Text.' },
        { title: 'Two', body: 'Text.' },
      ],
    ),
  );
  return { ...funnel, steps: [{ ...step, next: null, blocks }] };
}

/** The time from frame to frame while a block is on its way over the whole screen, and over its lower edge. */
async function framesOfDrag(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {
    let before = performance.now();
    window.frames60 = [];
    const next = (now) => {
      window.frames60.push(now - before);
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })()`);
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.mouse.move(700, 420);
  await page.evaluate('window.frames60.length = 0');
  for (let round = 0; round < 240; round++)
    await page.mouse.move(600 + (round % 60), 300 + ((round * 7) % 560));
  const frames = await page.evaluate<number[]>('window.frames60.slice()');
  await page.mouse.up();
  return frames;
}

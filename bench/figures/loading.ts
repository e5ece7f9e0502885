import { chromium, type Browser, type Page } from '@playwright/test';
import { startHub } from '../../e2e/hub.ts';
import { ensureBrowser, launchArgs } from '../../scripts/browser.mjs';
import { answersToPresses, largestPaints } from './felt.ts';
import { atMost, type Figure, median } from '../kit.ts';

/** What comes late and keeps nobody waiting: the editor of a document, the chat, the plan. */
/** A page may be read before its paint is noted. */
const firstPaint = `new Promise((done) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') done(startTime);
}).observe({ type: 'paint', buffered: true }))`;

export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  await using browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
  return [
    ...(await beforeTheEditor(browser, hub.url)),
    await beforeTheButton(browser, hub.url),
    await withoutThePlan(browser, hub.url),
    ...(await largestPaints(browser, hub.url)),
    ...(await answersToPresses(browser, hub.url)),
  ];
}

interface Visit extends AsyncDisposable {
  page: Page;
  /** Scripts that were asked for so far whose name begins so. */
  asked(name: string): number;
}

/** A first visit: nothing is in this browser. */
async function visit(browser: Browser, baseURL: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  return {
    page,
    asked: (name) => scripts.filter((path) => path.startsWith(`/assets/${name}-`)).length,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const generator = '/tools/classic-template-generator?document=mutual-nda';

/** The generator is drawn, and takes an answer into its preview, before the code of the text editor is even asked for. */
async function beforeTheEditor(browser: Browser, url: string): Promise<Figure[]> {
  const drawn: number[] = [];
  const answered: number[] = [];
  let early = 0;
  for (let round = 0; round < 5; round++) {
    await using visitor = await visit(browser, url);
    const { page, asked } = visitor;
    await page.goto(generator, { waitUntil: 'commit' });
    const name = page.getByRole('group', { name: 'Your side' }).getByLabel('Name');
    await name.waitFor();
    drawn.push(await page.evaluate<number>(firstPaint));
    await page.locator('html[data-alive]').waitFor();
    await name.fill('Wren Studio');
    await page
      .getByRole('region', { name: /^Preview/ })
      .getByText('Wren Studio')
      .first()
      .waitFor();
    answered.push(await page.evaluate<number>('performance.now()'));
    early += asked('text-editor');
    await page.getByRole('main').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit the text' }).click();
    await page.getByRole('textbox', { name: 'Text of the document' }).waitFor();
    if (asked('text-editor') === 0) throw new Error('The editor has another name by now');
  }
  return [
    atMost('the generator: its editor’s code before somebody edits', early, 0, 'files', 0),
    {
      what: 'the generator, without it: first paint; an answer in the preview',
      measured: `${median(drawn).toFixed(0)} ms, ${median(answered).toFixed(0)} ms`,
      aim: '',
      reached: null,
    },
  ];
}

/** A page at rest, with everything loaded that is loaded ahead, has nothing of the chat. */
async function beforeTheButton(browser: Browser, url: string): Promise<Figure> {
  await using visitor = await visit(browser, url);
  const { page, asked } = visitor;
  let early = 0;
  for (const path of ['/', '/store', generator]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.locator('html[data-alive]').waitFor();
    // What is loaded ahead begins a second after that, at the latest ten later.
    await page.waitForTimeout(1500);
    await page.waitForLoadState('networkidle');
    early += asked('chat-panel');
  }
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await page.getByRole('dialog', { name: 'Devpreneur AI' }).waitFor();
  if (asked('chat-panel') === 0) throw new Error('The chat has another name by now');
  return atMost('the chat’s code before its button is touched, on three pages at rest', early, 0, 'files', 0);
}

const planned = [
  '/plans',
  '/dashboard',
  '/dashboard/templates',
  '/tools/template-generator',
  '/tools/classic-template-generator',
  '/tools/funnel-builder',
];

/** A hub that never says which plan somebody has: what is theirs to use is drawn all the same. */
async function withoutThePlan(browser: Browser, url: string): Promise<Figure> {
  await using visitor = await visit(browser, url);
  const { page } = visitor;
  await page.request.post('/api/auth/sign-up', {
    headers: { origin: url },
    data: { displayName: 'Ada', email: 'ada@example.com', password: 'seven quiet herons' },
  });
  await page.route('**/api/subscription', () => {});
  let waiting = 0;
  for (const path of planned) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('html[data-alive]').waitFor();
    const isDrawn = await page
      .locator('main h1')
      .first()
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    if (!isDrawn) waiting += 1;
  }
  return atMost(
    `pages that wait for the plan before they are drawn, of ${planned.length}`,
    waiting,
    0,
    'pages',
    0,
  );
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { createPress } from '#features/documents/server/pdf/press.ts';
import { makePdf } from '#features/documents/web/pdf/make.ts';
import { startHub } from '../../e2e/hub.ts';
import { ensureBrowser, launchArgs } from '../../scripts/browser.mjs';
import { atMost, type Figure, median } from '../kit.ts';

const library = () => readLibrary('content/documents', 'nowhere');

/** How fast a contract of six pages is put together and becomes a file, and how fifty pages follow whoever types. */
export async function figures(): Promise<Figure[]> {
  return [...(await files()), ...(await preview())];
}

/** The master services agreement on US Letter: six pages, all else as it is shipped. */
async function files(): Promise<Figure[]> {
  const template = library().get('master-services-agreement');
  const longest = library().get('data-processing-agreement');
  if (!template || !longest) throw new Error('The documents to measure are not there');
  const sample = sampleAnswers(template);
  const make = () => assemble(template, sample, { date: template.reviewed });
  const press = createPress();
  const doc = make();
  const paper = 'us-letter';
  let round = 0;
  // One answer changes each time, so that nothing is answered from memory alone.
  const changed = () =>
    assemble(
      template,
      { ...sample, client: { ...(sample['client'] as object), name: `Halden ${round++} GmbH` } },
      { date: template.reviewed },
    );
  // Every line of words is another one: nothing that was laid out before can be of use.
  const unheard = () => otherWords(doc, String(round++));
  // The same clauses over and over, until it is a contract of fifty pages.
  const long = { ...longest, body: Array.from({ length: 7 }, () => longest.body).flat() };
  const makeLong = () => assemble(long, sampleAnswers(long), { date: long.reviewed });
  const letters = new Map<string, Promise<ArrayBuffer>>();
  const fetchFont = (writing: string, weight: string) => {
    const file = `node_modules/@fontsource/source-serif-4/files/source-serif-4-${writing}-${weight}.woff`;
    const read = letters.get(file) ?? readFile(file).then((bytes) => new Uint8Array(bytes).buffer);
    letters.set(file, read);
    return read;
  };
  // Of all threads, so that the worker's counts and a busy machine does not.
  const timed = async (act: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < 25; turn++) {
      const began = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(began);
      if (turn >= 5) times.push((user + system) / 1000);
    }
    return median(times);
  };
  try {
    const { pages } = await press.print(doc, { paper });
    if (pages !== 6) throw new Error(`A contract of ${pages} pages is no contract of six`);
    return [
      atMost('assemble 6 pages', await timed(make), 5, 'ms CPU', 2),
      // What an answer costs before it is drawn: the rest of a frame of 16.7 ms is the browser's.
      atMost('assemble 50 pages', await timed(makeLong), 8, 'ms CPU', 2),
      atMost(
        'PDF of 6 pages made in the browser, warm',
        await timed(() => makePdf(sheetOf(changed(), { paper }), null, fetchFont)),
        60,
        'ms CPU',
        1,
      ),
      atMost(
        'PDF of 6 pages, warm, one answer changed',
        await timed(() => press.print(changed(), { paper })),
        30,
        'ms CPU',
        1,
      ),
      atMost(
        'PDF of 6 pages, warm, every line of other words',
        await timed(() => press.print(unheard(), { paper })),
        30,
        'ms CPU',
        1,
      ),
      atMost('DOCX of 6 pages, warm', await timed(() => press.word(doc, { paper })), 45, 'ms CPU', 1),
    ];
  } finally {
    await press.close();
  }
}

const otherWords = (doc: Doc, mark: string): Doc =>
  JSON.parse(JSON.stringify(doc), (name, value: unknown) =>
    name === 'text' && typeof value === 'string' ? value.replace(/\p{L}+/u, (word) => word + mark) : value,
  ) as Doc;

const letters = 'Halden Analytics GmbH of Hamburg';

/** A letter typed beside fifty pages, in a real browser: what it costs its main thread, and when it is seen. */
async function preview(): Promise<Figure[]> {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  try {
    const [, front = '', body = ''] = readFileSync(
      'content/documents/data-processing-agreement.md',
      'utf8',
    ).split('---\n', 3);
    mkdirSync(join(site, 'documents'));
    writeFileSync(join(site, 'documents/long.md'), `---\n${front}---\n${`${body}\n`.repeat(7)}`);
    await using hub = await startHub({ env: { SITE_DIR: site } });
    await using browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${hub.url}/tools/classic-template-generator?document=long`, {
      waitUntil: 'networkidle',
    });
    const field = page.getByRole('group', { name: 'The controller' }).getByLabel('Name');
    const shown = page
      .getByRole('region', { name: /^Preview/ })
      .getByText('Wren')
      .first();
    // Until the page is alive, nobody hears what is typed.
    for (let tries = 0; tries < 20 && !(await shown.isVisible()); tries++) {
      await field.fill('');
      await field.fill('Wren');
      await shown.waitFor({ timeout: 3000 }).catch(() => {});
    }
    await page.evaluate(`(() => {
      window.painted = [];
      addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          window.painted.push(performance.now() - timeStamp);
          window.seen();
        };
        port2.postMessage(0);
      }), true);
    })()`);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spent = async () =>
      ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
        ?.value ?? Number.NaN) * 1000;
    const rounds: number[] = [];
    for (let round = 0; round < 5; round++) {
      const before = await spent();
      for (const letter of letters) {
        const seen = page.evaluate('new Promise((done) => { window.seen = done; })');
        await page.keyboard.press(letter === ' ' ? 'Space' : letter);
        await seen;
      }
      rounds.push(((await spent()) - before) / letters.length);
    }
    const painted = await page.evaluate<number[]>('window.painted');
    return [
      // The lowest round: whatever else the machine did is no part of it.
      atMost('preview of 50 pages, a letter on the main thread', Math.min(...rounds), 16.7, 'ms CPU'),
      atMost('preview of 50 pages, a letter to its paint', median(painted), 33, 'ms'),
    ];
  } finally {
    rmSync(site, { recursive: true });
  }
}

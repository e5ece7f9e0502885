import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, launchArgs } from '../../scripts/browser.mjs';
import { startHub } from '../../e2e/hub.ts';
import { type Figure, median } from '../kit.ts';
import { publishedFunnel } from '../published-funnel.ts';

const aims = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** Lighthouse's four marks for the home page and a published funnel; the tool is fetched for the run and not kept. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub();
  const chrome = await ensureBrowser();
  const published = await publishedFunnel(hub.url);
  return [
    ...(await marksOf(`${hub.url}/`, 'home page', chrome, aims)),
    ...(await marksOf(published, 'published funnel page', chrome, { ...aims, performance: 100 })),
  ];
}

/** Medians of five. */
async function marksOf(
  url: string,
  name: string,
  chrome: string,
  wanted: Record<string, number>,
): Promise<Figure[]> {
  const marks: Record<string, number[]> = {};
  for (let round = 0; round < 5; round++) {
    const report = join(tmpdir(), `lighthouse-${process.pid}-${round}.json`);
    const args = [
      'exec',
      '--yes',
      '--package=lighthouse@13.5.0',
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=--headless=new ${launchArgs.join(' ')}`,
    ];
    const run = () =>
      spawnSync('npm', args, {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, CHROME_PATH: chrome },
      });
    // Once in a while the browser records nothing (NO_NAVSTART).
    let ran = run();
    for (let again = 0; ran.status !== 0 && again < 2; again++) ran = run();
    if (ran.status !== 0)
      throw new Error(`Lighthouse did not run: ${ran.stderr.toString().split('\n').at(-2) ?? ''}`);
    const { categories } = JSON.parse(readFileSync(report, 'utf8')) as {
      categories: Record<string, { score: number }>;
    };
    for (const [kind, { score }] of Object.entries(categories)) (marks[kind] ??= []).push(score * 100);
    rmSync(report, { force: true });
  }
  return Object.entries(wanted).map(([kind, aim]) => {
    const mark = median(marks[kind] ?? []);
    return {
      what: `Lighthouse ${kind}, ${name}`,
      measured: mark.toFixed(0),
      aim: `>= ${aim}`,
      reached: mark >= aim,
    };
  });
}

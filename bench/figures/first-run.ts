import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '../../e2e/hub.ts';
import { atMost, type Figure } from '../kit.ts';
import { openBrowser } from '../torture/kit.ts';

/** From nothing to the first page stage by stage, from the home page to a contract, and how long the tests took last time. */
export async function figures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-first-'));
  const began = performance.now();
  const hub = await startHub();
  try {
    await fetch(hub.url);
    const start = (performance.now() - began) / 1000;
    const visit = await fromHomeToContract(folder, hub.url);
    return [
      stage('first run, packages as installed here', noted('node_modules/.installed.json')),
      stage('first run, the build', noted('dist/built.json')),
      stage('first run, database and everything else to the first page', start),
      atMost('from the home page to an NDA as PDF, without a person to wait for', visit, 120, 's'),
      suite(),
    ];
  } finally {
    await hub.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** In seconds, as somebody goes who has never been here. */
async function fromHomeToContract(folder: string, url: string): Promise<number> {
  await using context = await openBrowser(folder, url);
  const page = context.pages()[0] ?? (await context.newPage());
  const came = performance.now();
  await page.goto('/');
  // A page that has been drawn does not hear yet.
  await page.locator('html[data-alive]').waitFor();
  await page.getByLabel('Your company').fill('Wren Studio');
  await page.getByLabel('Their company').fill('Halden Analytics');
  await page.getByRole('link', { name: 'Continue in the generator' }).click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export anyway' }).click(),
  ]);
  return (performance.now() - came) / 1000;
}

const stage = (what: string, seconds: number | undefined): Figure => ({
  what,
  measured: seconds === undefined ? 'not noted' : `${seconds.toFixed(1)} s`,
  aim: '',
  reached: null,
});

function noted(file: string): number | undefined {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { seconds: number }).seconds
    : undefined;
}

function suite(): Figure {
  const what = 'npm test, the last whole run of this folder';
  const seconds = noted('dist/tests.json');
  const aim = '< 12 min';
  if (seconds === undefined) return { what, measured: 'not run: npm test', aim, reached: null };
  return { what, measured: `${(seconds / 60).toFixed(1)} min`, aim, reached: seconds < 720 };
}

// npm test [-- check | unit | anyday | build | e2e | many | journeys | browsers]: everything in order, each stage with its time, and at the very
// end one line that sums it up: `N passed, N failed`. Only when they are asked for, because they take long: `anyday`,
// all unit tests on eight other days, of which the usual run takes four for what knows the time; `many`, the
// end-to-end tests with every hub as two processes (HUBS=3: three) behind a proxy, on one PostgreSQL and one bucket; and
// `journeys`, each with a mouse, with keys alone and with fingers, at a desk and on a phone; and `browsers`, the screens that
// take typing or money in Firefox and in WebKit, the engine of Safari, where they are installed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import {
  countChecks,
  countEndToEnd,
  countUnit,
  inWords,
  nothing,
  oneFailed,
  settle,
  sum,
} from './test-results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));
const report = (name) => join(reports, `${name}.json`);
function readReport(name) {
  if (!existsSync(report(name))) throw new Error('it exited without a report');
  return JSON.parse(readFileSync(report(name), 'utf8'));
}
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const packaged = (path) => join(root, 'node_modules', path);

/** The days on which what knows the date breaks first: the ends of years and months, a leap day, both changes of summer time. */
const movedDays = [
  { at: '2026-12-31T23:55:00+05:30', zone: 'Asia/Kolkata', isUsual: true },
  { at: '2027-02-28T22:20:00+01:00', zone: 'Europe/Berlin', isUsual: true },
  { at: '2027-03-14T01:50:00-08:00', zone: 'America/Los_Angeles' },
  { at: '2027-03-28T01:50:00+01:00', zone: 'Europe/Berlin' },
  { at: '2027-10-31T02:50:00+02:00', zone: 'Europe/Berlin' },
  { at: '2027-11-07T01:50:00-07:00', zone: 'America/Los_Angeles', isUsual: true },
  { at: '2028-02-29T12:00:00Z', zone: 'UTC', isUsual: true },
  { at: '2027-05-01T00:05:00Z', zone: 'UTC' },
];
/** Where the month, the day or the zone decides. */
const timed = ['/rules/', 'src/base/', 'presence.test', 'recovery/server/killed.test'];

let running;
const stages = [
  {
    name: 'check',
    async run() {
      const code = await node(['scripts/check.mjs', '--report', report('check')], {});
      return settle(countChecks(readReport('check')), code);
    },
  },
  {
    name: 'unit',
    async run() {
      const reporters = ['default', 'json', './scripts/second-tries.ts'].map((name) => `--reporter=${name}`);
      const args = ['run', ...reporters, `--outputFile.json=${report('unit')}`];
      const env = { NODE_ENV: 'test', SECOND_TRIES: report('second-tries') };
      const code = await node([packaged('vitest/vitest.mjs'), ...args], env);
      const secondTries = existsSync(report('second-tries')) ? readReport('second-tries') : [];
      return settle({ ...countUnit(readReport('unit')), secondTries }, code);
    },
  },
  { name: 'anyday', run: () => onMovedDays(movedDays) },
  // The rules alone and what counts by month: seconds each, so that no change of date is met unprepared.
  {
    name: 'fewdays',
    run: () =>
      onMovedDays(
        movedDays.filter(({ isUsual }) => isUsual),
        timed,
      ),
  },
  {
    name: 'build',
    async run() {
      const code = await node(['scripts/build.mjs'], { NODE_ENV: 'production' });
      return code === 0 ? { ...nothing, passed: 1 } : oneFailed(`the build failed with code ${code}`);
    },
  },
  { name: 'e2e', run: () => endToEnd('e2e', { HUBS: '1' }) },
  { name: 'many', run: () => endToEnd('many', { HUBS: process.env.HUBS ?? '2' }) },
  { name: 'journeys', run: () => endToEnd('journeys', { JOURNEYS: 'all' }, 'e2e/journeys.spec.ts') },
  {
    name: 'browsers',
    run: () => endToEnd('browsers', { BROWSERS: 'all' }, 'e2e/firefox.spec.ts', 'e2e/webkit.spec.ts'),
  },
];
/** The unit tests with a clock that was moved, each day in a zone of its own: whoever knows today's date falls here. */
async function onMovedDays(days, only = []) {
  const counts = [];
  for (const { at, zone } of days) {
    console.log(`\nsimulating ${at} in ${zone}`);
    const code = await node(
      [
        packaged('vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report('days')}`,
        ...only,
      ],
      {
        NODE_ENV: 'test',
        TZ: zone,
        CLOCK_OFFSET_MS: String(Date.parse(at) - Date.now()),
        NODE_OPTIONS: `--import ${new URL('../testing/moved-clock.mjs', import.meta.url).href}`,
      },
    );
    const counted = settle(countUnit(readReport('days')), code);
    counts.push({ ...counted, failures: counted.failures.map((name) => `${at} ${zone}: ${name}`) });
    if (stopped) break;
  }
  return sum(counts);
}
async function endToEnd(name, more, ...only) {
  const env = {
    NODE_ENV: 'production',
    CHROME_PATH: await ensureBrowser(),
    E2E_REPORT: report(name),
    ...more,
  };
  const code = await node([packaged('@playwright/test/cli.js'), 'test', ...only], env);
  return settle(countEndToEnd(readReport(name)), code);
}
const parts = {
  check: ['check'],
  unit: ['unit'],
  anyday: ['anyday'],
  build: ['build'],
  e2e: ['build', 'e2e'],
  many: ['build', 'many'],
  journeys: ['build', 'journeys'],
  browsers: ['build', 'browsers'],
};
const always = ['check', 'unit', 'fewdays', 'build', 'e2e'];

const total = [];
let stopped = false;
// Whatever happens, the last line comes, and it tells the truth.
process.once('uncaughtException', (error) => {
  total.push(crashed('npm test', error.stack));
  finish();
});
let stoppedAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal tells everybody, and whoever started us tells us again: that is one wish, and later ones are impatience.
    if (stopped) return void (performance.now() - stoppedAt > 1000 && cut());
    stopped = true;
    stoppedAt = performance.now();
    total.push(crashed('npm test', `stopped by ${signal}`));
    // The running stage ends itself and what it started, and with it the run; whatever hangs is cut.
    running?.kill(signal);
    setTimeout(cut, 30_000).unref();
  });
}
function cut() {
  try {
    // With everything that it started and that is still in its group.
    process.kill(-running.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
  finish();
}

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in parts));
if (unknown.length > 0) {
  total.push(
    crashed(
      'npm test',
      `there is no part named ${unknown.join(', ')}; available: ${Object.keys(parts).join(', ')}`,
    ),
  );
} else {
  const wanted = asked.flatMap((part) => parts[part]);
  await runStages(stages.filter(({ name }) => (asked.length === 0 ? always : wanted).includes(name)));
}
finish();

async function runStages(list) {
  const began = performance.now();
  let isBuilt = true;
  for (const [index, { name, run }] of list.entries()) {
    const label = `[${index + 1}/${list.length}] ${name}`;
    console.log(`\n${label} ...`);
    const started = performance.now();
    const isPossible = !['e2e', 'many', 'journeys', 'browsers'].includes(name) || isBuilt;
    const counted = isPossible
      ? await run().catch((error) => crashed(name, error.message))
      : crashed(name, 'not run, because the build failed');
    if (name === 'build') isBuilt = counted.failed === 0;
    total.push(counted);
    console.log(`${label}: ${inWords(counted)} in ${seconds(started)}`);
    if (stopped) return;
  }
  console.log(`\ntotal time: ${seconds(began)}`);
  // For `npm run bench`, which has no time to run all of it anew.
  if (list.length === always.length && existsSync(join(root, 'dist')))
    writeFileSync(
      join(root, 'dist/tests.json'),
      JSON.stringify({ seconds: (performance.now() - began) / 1000 }),
    );
}

function finish() {
  rmSync(reports, { recursive: true, force: true });
  const counted = sum(total);
  tell('Flaky: passed only on retry, needs fixing', counted.secondTries);
  tell('Failed', counted.failures);
  // What still waits in a pipe is lost when a process ends: written first, then ended.
  process.stdout.write(`${inWords(counted)}\n`, () =>
    process.exit(counted.failed > 0 || counted.passed === 0 ? 1 : 0),
  );
}

function tell(heading, names) {
  if (names.length === 0) return;
  console.log(`\n${heading}:`);
  for (const name of names) console.log(`  ${name}`);
  console.log('');
}

function crashed(name, reason) {
  console.error(`${name} failed: ${reason}`);
  return oneFailed(`${name}: ${reason}`);
}

/** Runs a script with this Node, its output ours. Resolves with its exit code. */
function node(args, env) {
  const { NODE_ENV: _, ...inherited } = process.env;
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, args, {
      cwd: root,
      // In a group of its own: told to stop twice at once, Playwright drops its hubs instead of stopping them.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...inherited, ...env },
    });
    running.once('error', reject);
    running.once('close', (code) => resolve(code ?? 1));
  });
}

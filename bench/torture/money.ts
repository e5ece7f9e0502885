import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../kit.ts';
import type { Plan } from './kit.ts';

interface Report {
  testResults: {
    assertionResults: { title: string; status: string; duration?: number; failureMessages: string[] }[];
  }[];
}

/** The suite's own tests of money, as often as it takes: the last use of a coupon, lost answers, replays and forgeries. */
export async function torture({ isShort, say }: Plan): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-money-'));
  const outputFile = join(folder, 'report.json');
  try {
    const tests = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        'src/features/store/server/orders/orders.test.ts',
        'src/features/payments/server/capture.test.ts',
        'src/features/payments/server/notices.test.ts',
        '--testNamePattern=one last coupon|every second answer|50 times at once|replays of a notice|forged notices',
        '--reporter=json',
        `--outputFile=${outputFile}`,
      ],
      {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          TORTURE_ROUNDS: isShort ? '10' : '100',
          TORTURE_CHECKOUTS: isShort ? '100' : '1000',
        },
        stdio: 'ignore',
      },
    );
    await once(tests, 'close');
    const { testResults } = JSON.parse(await readFile(outputFile, 'utf8')) as Report;
    const run = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed');
    say(`${run.length} tests`);
    if (run.length < 5) throw new Error(`Only ${run.length} of the five tests were found`);
    return run.map(({ title, status, duration = 0, failureMessages: [why = ''] }) => ({
      what: title,
      measured: status === 'passed' ? `so it is, in ${(duration / 1000).toFixed(0)} s` : why.slice(0, 300),
      aim: 'so it is',
      reached: status === 'passed',
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

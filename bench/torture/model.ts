import { spawnSync } from 'node:child_process';
import type { Figure } from '../kit.ts';
import type { Plan } from './kit.ts';

/** Two devices in random histories of edits, deletions, cut lines, lost answers and crashes; every k-th write failing. */
export async function torture({ seed, isShort }: Plan): Promise<Figure[]> {
  const runs = isShort ? 1000 : 10_000;
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'src/platform/web/durable.test.ts', '--testTimeout=1200000'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'test',
        CONVERGENCE_RUNS: String(runs),
        CONVERGENCE_SEED: String(seed),
      },
    },
  );
  return [
    {
      what: `two devices, ${runs} random histories, and a disk full at every k-th write`,
      measured:
        status === 0 ? 'same state, no edit dropped' : 'a history that fails: pin it in durable.test.ts',
      aim: 'same state, no edit dropped',
      reached: status === 0,
    },
  ];
}

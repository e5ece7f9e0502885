import type { Figure } from '../kit.ts';
import { type Plan, testsHold } from './kit.ts';

const durable = 'src/platform/web/durable.test.ts';

/** Two devices in random histories of edits, deletions, cut lines, lost answers and crashes; every k-th write failing. */
export function torture({ seed, isShort }: Plan): Figure[] {
  const runs = isShort ? 1000 : 10_000;
  return [
    testsHold(
      `two devices, ${runs} random histories: states that differ, edits dropped`,
      '0, 0',
      [durable, '-t', 'random histories'],
      { CONVERGENCE_RUNS: runs, CONVERGENCE_SEED: seed },
    ),
    testsHold('a disk full at every k-th write: acknowledged and lost', '0', [
      durable,
      '-t',
      'every k-th write',
    ]),
    testsHold(
      'a save where anything fails in any order: kept where it says, what is cut is labelled',
      'always',
      ['src/features/saved/rules/choose.test.ts', '-t', 'whatever fails in whatever order'],
    ),
    testsHold('older over newer, cut over whole', 'never', [
      'src/features/saved/rules/local-copies.test.ts',
      '-t',
      'never replaces',
    ]),
  ];
}

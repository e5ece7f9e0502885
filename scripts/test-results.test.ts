import { expect, test } from 'vitest';
import { countChecks, countEndToEnd, countUnit, inWords, settle, sum } from './test-results.ts';

test('each check counts as one item, with any number of faults', () => {
  expect(countChecks([{ faults: [] }, { faults: ['a', 'b'] }])).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a test file that cannot be loaded counts as failed, although it has no test', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countUnit(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('flaky tests and errors outside of tests count as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
  expect(countEndToEnd({ stats, errors: ['a worker crashed'] })).toEqual({
    passed: 5,
    failed: 3,
    skipped: 1,
  });
});

test('a stage that crashes, or that passes nothing, never counts as good', () => {
  expect(settle({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  expect(settle({ passed: 0, failed: 0, skipped: 9 }, 0).failed).toBe(1);
  expect(settle({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2);
  expect(settle({ passed: 3, failed: 0, skipped: 0 }, 0).failed).toBe(0);
});

test('the last line names passed and failed always, skipped when there are any', () => {
  expect(
    inWords(
      sum([
        { passed: 1, failed: 0, skipped: 0 },
        { passed: 2, failed: 1, skipped: 0 },
      ]),
    ),
  ).toBe('3 passed, 1 failed');
  expect(inWords({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});

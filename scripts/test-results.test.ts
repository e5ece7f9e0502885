import { expect, test } from 'vitest';
import { countChecks, countEndToEnd, countUnit, inWords, nothing, settle, sum } from './test-results.ts';

test('each check counts as one item, with any number of faults', () => {
  const fault = { file: 'src/a.ts', line: 3, words: 'is wrong' };
  expect(
    countChecks([
      { name: 'types', faults: [] },
      { name: 'lint', faults: [fault, fault] },
    ]),
  ).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['check lint: src/a.ts:3 is wrong', 'check lint: src/a.ts:3 is wrong'],
  });
});

test('a test file that cannot be loaded counts as failed, although it has no test', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'failed', message: 'no such file', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'it adds', failureMessages: ['1 is not 2'] }],
      },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
    ],
  };
  const counted = countUnit(report);
  expect(counted).toMatchObject({ passed: 4, failed: 2, skipped: 3 });
  expect(counted.failures).toEqual(['b.test.ts: it adds\n    1 is not 2', 'a.test.ts\n    no such file']);
});

test('a test that passed at its second try counts, and is named; errors outside of tests count as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 };
  const spec = (title: string, status: string) => ({
    file: 'cart.spec.ts',
    line: 4,
    title,
    tests: [{ status, projectName: 'phone' }],
  });
  const suites = [{ specs: [spec('broken', 'unexpected')], suites: [{ specs: [spec('slow', 'flaky')] }] }];
  expect(countEndToEnd({ stats, errors: ['a worker crashed'], suites })).toEqual({
    passed: 6,
    failed: 2,
    skipped: 1,
    failures: ['e2e/cart.spec.ts:4 [phone] broken', 'e2e: "a worker crashed"'],
    secondTries: ['e2e/cart.spec.ts:4 [phone] slow'],
  });
});

test('a stage that crashes, or that passes nothing, never counts as good', () => {
  expect(settle({ ...nothing, passed: 3 }, 1).failed).toBe(1);
  expect(settle({ ...nothing, skipped: 9 }, 0).failed).toBe(1);
  expect(settle({ ...nothing, passed: 3, failed: 2 }, 1).failed).toBe(2);
  expect(settle({ ...nothing, passed: 3 }, 0).failed).toBe(0);
});

test('the last line names passed and failed always, skipped when there are any', () => {
  expect(
    inWords(
      sum([
        { ...nothing, passed: 1 },
        { ...nothing, passed: 2, failed: 1 },
      ]),
    ),
  ).toBe('3 passed, 1 failed');
  expect(inWords({ ...nothing, passed: 1, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});

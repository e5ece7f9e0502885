/** What the stages of `npm test` come to, read from their own reports. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 };
export const oneFailed: Count = { ...nothing, failed: 1 };

export function countChecks(outcomes: { faults: unknown[] }[]): Count {
  const failed = outcomes.filter(({ faults }) => faults.length > 0).length;
  return { passed: outcomes.length - failed, failed, skipped: 0 };
}

/** Vitest's json reporter, as far as we read it. */
export interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** A file that could not even be loaded has no tests, and counts as one that failed. */
export function countUnit(report: UnitReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Playwright's json reporter, as far as we read it. */
export interface EndToEndReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** A test that passed only at a second try is one that failed. */
export const countEndToEnd = ({ stats, errors }: EndToEndReport): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
});

/** A stage that ended badly without a failed test crashed; one that passed nothing looked at nothing. */
export function settle(count: Count, exitCode: number): Count {
  const isSilent = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return isSilent ? { ...count, failed: 1 } : count;
}

export const sum = (counts: Count[]): Count =>
  counts.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
    }),
    nothing,
  );

export const inWords = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

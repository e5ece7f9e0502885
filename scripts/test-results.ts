/** What the stages of `npm test` come to, read from their own reports. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by name and first words: the end of a long log is what people read. */
  failures: string[];
  /** What passed only when tried again: not a failure, and not in order either. */
  secondTries: string[];
}

export const nothing: Count = { passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] };
export const oneFailed = (what: string): Count => ({ ...nothing, failed: 1, failures: [what] });

export interface CheckOutcome {
  name: string;
  faults: { file: string; line: number; words: string }[];
}

export function countChecks(outcomes: CheckOutcome[]): Count {
  const failed = outcomes.filter(({ faults }) => faults.length > 0);
  return {
    ...nothing,
    passed: outcomes.length - failed.length,
    failed: failed.length,
    failures: failed.flatMap(({ name, faults }) =>
      faults.map(({ file, line, words }) => `check ${name}: ${file}:${line} ${words}`),
    ),
  };
}

/** Vitest's json reporter, as far as we read it. */
export interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

/** A file that could not even be loaded has no tests, and counts as one that failed. */
export function countUnit(report: UnitReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${name}: ${test.fullName}\n${firstLines(test.failureMessages?.join('\n'))}`),
  );
  return {
    ...nothing,
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...broken.map(({ name, message }) => `${name}\n${firstLines(message)}`)],
  };
}

const firstLines = (text = ''): string =>
  text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');

/** Playwright's json reporter, as far as we read it. */
export interface EndToEndReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites?: Suite[];
}
interface Suite {
  suites?: Suite[];
  specs?: { file: string; line: number; title: string; tests: { status: string; projectName: string }[] }[];
}

/** Those that passed at a second try count as passed, and are named (docs/decisions/0005). */
export function countEndToEnd({ stats, errors, suites = [] }: EndToEndReport): Count {
  const named = (wanted: string) =>
    specsOf(suites).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName }) => `e2e/${file}:${line} [${projectName}] ${title}`),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...named('unexpected'),
      ...errors.map((error) => `e2e: ${JSON.stringify(error).slice(0, 600)}`),
    ],
    secondTries: named('flaky'),
  };
}

const specsOf = (suites: Suite[]): NonNullable<Suite['specs']> =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])]);

/** A stage that ended badly without a failed test crashed; one that passed nothing looked at nothing. */
export function settle(count: Count, exitCode: number): Count {
  const isSilent = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return isSilent
    ? { ...count, failed: 1, failures: [`it exited with code ${exitCode} after ${count.passed} passed`] }
    : count;
}

export const sum = (counts: Count[]): Count =>
  counts.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      failures: [...all.failures, ...each.failures],
      secondTries: [...all.secondTries, ...each.secondTries],
    }),
    nothing,
  );

export const inWords = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

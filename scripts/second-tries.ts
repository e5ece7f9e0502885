import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes the names of tests that passed only when tried again, for the end of `npm test`. */
export default class SecondTries implements Reporter {
  #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const file = process.env['SECOND_TRIES'];
    if (file) writeFileSync(file, JSON.stringify(this.#names));
  }
}

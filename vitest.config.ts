import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // One more than the cores that it must be quick on: a quarter of the time somebody waits for a disk or a silence.
    maxWorkers: 3,
    include: [
      'src/**/*.test.{ts,tsx}',
      'testing/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'migrations/**/*.test.ts',
      'emulators/**/*.test.ts',
    ],
    // Planted faults for the check, not tests of ours.
    exclude: ['**/node_modules/**', 'scripts/check/fixtures/**'],
    globalSetup: './testing/global-setup.ts',
    isolate: false,
    setupFiles: './testing/leave-nothing.ts',
    // Real databases, processes and disks answer when they can: a time limit only catches what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Named at the end when it was needed (docs/decisions/0005).
    retry: 1,
  },
});

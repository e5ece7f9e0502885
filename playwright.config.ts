import { defineConfig } from '@playwright/test';
import { findBrowser, launchArgs } from './scripts/browser.mjs';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/golden/{arg}{ext}',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A test that needs a second try has found something, and is named at the end (docs/decisions/0005).
  retries: 1,
  timeout: 60_000,
  // Time limits only catch what hangs: this machine may be a slow one.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'test-results/e2e.json' }]],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    // A worker would answer before a test's own routes do; tests of it allow it themselves.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Drawing what moves and recording every step took a tenth of the whole; a second try is recorded.
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: { args: launchArgs, ...(executablePath ? { executablePath } : {}) },
  },
  // A test runs on the desktop unless its tag says otherwise: @phone there instead, @both on both.
  projects: [
    { name: 'desktop', grepInvert: /@phone\b/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@(?:phone|both)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});

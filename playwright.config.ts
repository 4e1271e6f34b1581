import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker runs a whole server with its own database.
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=user-gesture-required',
      ],
    },
  },
});

import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  globalSetup: './tests/browser/test-cluster.ts',
  // Far beyond what any journey takes: a busy machine makes it slower, not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Each runs a whole server and a browser, which together need a core. On two cores a third works while others wait for
  // real time to pass.
  workers: 3,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1440, height: 900 },
    // Recording doubles the processor time of a journey. To record: npm run test:journey NAME -- --trace=on
    trace: 'off',
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

import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  // Node strips the types of these itself and caches what it compiles. Playwright would transform the whole server first.
  build: { external: ['**/src/**', '**/dist/**', '**/tests/support/**'] },
  outputDir: 'test-results',
  globalSetup: './tests/browser/test-cluster.ts',
  // Far beyond what any journey takes: a busy machine makes it slower, not wrong.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  // Each worker runs a whole server and a browser, which together need one core. What waits in real time needs little of one.
  workers: 4,
  projects: [
    { name: 'journeys', grepInvert: /@real-time/, workers: 3 },
    { name: 'real time', grep: /@real-time/, workers: 1 },
  ],
  retries: 0,
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
        // Optimizing code for pages that live for seconds takes longer than it saves.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
});

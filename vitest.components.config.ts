import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './scripts/find-browser.ts';
import { acceptedRecordings } from './tests/support/files/accepted-recordings.ts';
import { findBarriers } from './tests/support/world/find-barriers.ts';

// As users get it: React's development build takes a fifth of the processor time for its own records.
process.env.NODE_ENV = 'production';

/** Components in a real browser, for `npm run test:components`. There is no server: the tests answer the API. */
export default defineConfig({
  plugins: [react({ jsxImportSource: '#web/jsx' }), tailwindcss({ optimize: false })],
  server: { host: '127.0.0.1' },
  // A package that is found late would load the page again in the middle of a test.
  optimizeDeps: {
    // Only a thread imports it.
    include: ['wasm-media-encoders'],
    entries: [
      'src/{contract,web}/**/*.{ts,tsx}',
      '!**/*.test.ts',
      'tests/components/**/*.tsx',
      'tests/support/**/*.tsx',
    ],
  },
  test: {
    name: 'components',
    api: { host: '127.0.0.1' },
    include: ['tests/components/**/*.test.{ts,tsx}'],
    // Far beyond what any test takes: a busy machine makes it slower, not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    browser: {
      enabled: true,
      commands: { acceptedRecordings, findBarriers },
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 900 },
      provider: playwright({
        launchOptions: {
          executablePath: findBrowser(),
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            '--no-first-run',
            // Optimizing code that runs for seconds takes longer than it saves.
            '--js-flags=--no-turbofan --no-maglev',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

import { defineConfig } from 'vitest/config';

/**
 * The tests that mutation testing runs: those next to the rules. They need neither a database nor a browser. Statistical tests
 * over hundreds of texts have other names (`review-corpus.test.ts`): one run of them takes as long as all others together.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Stryker starts a new worker for each change anyway. One for each test file would double the time.
    isolate: false,
    include: ['src/contract/**/*.test.ts', 'src/server/money/wallet/*.test.ts', 'src/**/*-rules.test.ts'],
    // Far beyond what any test takes: Stryker refuses to begin when one is late on a busy machine.
    testTimeout: 600_000,
  },
});

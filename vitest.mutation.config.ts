import { defineConfig } from 'vitest/config';

/** The tests that mutation testing runs: those next to the rules. They need neither a database nor a browser. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/contract/**/*.test.ts', 'src/server/wallet/*.test.ts', 'src/**/*-rules.test.ts'],
    // Far beyond what any test takes: Stryker refuses to begin when one is late on a busy machine.
    testTimeout: 600_000,
  },
});

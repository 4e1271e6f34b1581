import { defineConfig } from 'vitest/config';

/** The tests that mutation testing runs: those next to the code. They need neither a database nor a browser. */
export default defineConfig({
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
});

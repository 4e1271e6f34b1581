import { defineConfig } from 'vitest/config';

/** Several servers over one database, for `npm run test:cluster`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/cluster/**/*.test.ts'],
    // Each file starts databases and servers of its own.
    fileParallelism: false,
    teardownTimeout: 60_000,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});

import { defineConfig } from 'vitest/config';

/** What needs a real S3 server, for `node scripts/node.mjs tools/test-s3.ts`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/s3/**/*.test.ts'],
    globalSetup: ['tests/support/world/database-setup.ts'],
    teardownTimeout: 60_000,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

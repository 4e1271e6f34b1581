import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The database of the API tests is stopped and deleted in the teardown.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database-setup.ts'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

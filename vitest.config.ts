import { defineConfig } from 'vitest/config';

/**
 * For two cores: an API test waits for a third of its time. Vitest runs both projects side by side only if they share one
 * number.
 */
const maxWorkers = 3;

export default defineConfig({
  test: {
    // The database of the API tests is stopped and deleted in the teardown.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'tests/*.test.ts', 'tools/**/*.test.ts'],
          // None takes a second on a quiet machine.
          testTimeout: 60_000,
          // A third of the processor time was starting a process for each file. Tests put back what they replace.
          isolate: false,
          maxWorkers,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/world/database-setup.ts'],
          maxWorkers,
          // A worker loads the product's modules once; the server keeps no state in them.
          isolate: false,
          // Far beyond what any test takes: a busy machine makes it slower, not wrong.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});

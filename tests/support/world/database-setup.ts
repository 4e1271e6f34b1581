import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startTestCluster } from './database-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this test run, as its administrator. */
    databaseAddress: DatabaseAddress;
  }
}

/** Vitest runs this once before the API tests; what it returns runs after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, stop } = await startTestCluster();
  project.provide('databaseAddress', address);
  return stop;
}

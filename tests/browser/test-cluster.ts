import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startTestCluster } from '#tests/support/world/database-cluster.ts';

const variable = 'EARSHOT_TEST_CLUSTER';

/** Playwright runs this once before all journeys; what it returns runs after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const { address, stop } = await startTestCluster();
  // Workers inherit the environment, and nothing else.
  process.env[variable] = JSON.stringify(address);
  return stop;
}

/** The cluster of this run. Each world has a database of its own in it. */
export function testCluster(): DatabaseAddress {
  const address = process.env[variable];
  if (!address) throw new Error('The cluster of the journeys does not run.');
  return JSON.parse(address) as DatabaseAddress; // written above
}

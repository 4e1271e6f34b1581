import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';

/** One connection as the administrator of the cluster, closed afterwards. */
export async function asAdministrator<T>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(clientConfig(address, undefined));
  // A connection that breaks fails its query; it must not end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

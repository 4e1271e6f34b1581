import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';

const tries = 10;

/** Whether anyone else is connected to the database server. Connections just closed get a second to disappear. */
export async function isInUse(address: DatabaseAddress): Promise<boolean> {
  const client = new Client(clientConfig(address, undefined));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let i = 0; i < tries; i += 1) {
      const { rows } = await client.query<{ others: number }>(
        `select count(*)::integer as others from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rows[0]?.others === 0) return false;
      await sleep(100);
    }
    return true;
  } catch {
    // It does not respond, so nothing can be using it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

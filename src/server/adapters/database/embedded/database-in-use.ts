import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';

const tries = 10;

/** Whether anybody but this question is connected to the server of the database. Connections just closed get a second to go. */
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
    // It does not answer: nobody can be using it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

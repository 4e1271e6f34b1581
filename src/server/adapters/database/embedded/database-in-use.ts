import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '../database-address.ts';

/** Looks until connections that were just closed have disappeared. */
const looks = 10;
/** A connection that is older than ours belongs to another process, which is unlikely to end right now. */
const looksAtOlder = 3;
const pauseMilliseconds = 100;

/**
 * Whether anyone else is connected to the database server.
 * @param since when this process connected first, as PostgreSQL writes it
 */
export async function isInUse(address: DatabaseAddress, since: string): Promise<boolean> {
  const client = new Client(clientConfig(address, undefined));
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let look = 1; ; look += 1) {
      const { all, older } = await connections(client, since);
      if (all === 0) return false;
      if (look === looks || (older > 0 && look === looksAtOlder)) return true;
      await sleep(pauseMilliseconds);
    }
  } catch {
    // It does not respond, so nothing can be using it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface ConnectionCounts {
  readonly all: number;
  readonly older: number;
}

async function connections(client: Client, since: string): Promise<ConnectionCounts> {
  const { rows } = await client.query<ConnectionCounts>(
    `select count(*)::integer as all, (count(*) filter (where backend_start < $1))::integer as older
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [since],
  );
  return rows[0] ?? { all: 0, older: 0 };
}

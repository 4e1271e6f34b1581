import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCluster } from './database-cluster.ts';
import { proxyAddress, readSample, withValue } from './sample-files.ts';
import { endProgram, giveTo, startProgram, unprivilegedUser } from './unprivileged.ts';

const pgbouncerPort = 6432;

export interface Pgbouncer {
  /** For DATABASE_URL. DATABASE_SESSION_URL must then be the cluster's own URL. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the pgbouncer of `docs/cluster/pgbouncer.ini` in front of a cluster's HAProxy.
 * @param change alters the sample, to test what happens without one of its lines
 */
export async function startPgbouncer(
  { folder, network, certificates, url }: DatabaseCluster,
  change: (sample: string) => string = (sample) => sample,
): Promise<Pgbouncer> {
  const direct = new URL(url);
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${direct.username}" "${direct.password}"\n`);
  await giveTo(await unprivilegedUser(), users);
  await chmod(users, 0o600);
  const file = join(folder, 'pgbouncer.ini');
  const sample = certificates.inSample(
    await readSample('cluster/pgbouncer.ini', network),
    proxyAddress(network),
  );
  await writeFile(file, change(withValue(sample, 'auth_file', users)));
  const program = await startProgram(folder, 'pgbouncer', ['pgbouncer', file]);
  return {
    url: `postgres://${direct.username}:${direct.password}@${proxyAddress(network)}:${pgbouncerPort}/earshot`,
    close: () => endProgram(program),
  };
}

import { execFile } from 'node:child_process';
import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterAdmin } from '#server/adapters/database/embedded/embedded-cluster.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { stopPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { asAdministrator } from './administrator.ts';

const run = promisify(execFile);
/** What belongs to the running primary alone, and would mislead a copy. */
const ofThePrimary = /^(postmaster\.(pid|opts)|\.s\.PGSQL.*|postgres\.log|standby\.signal)$/;

export interface Standby {
  readonly dataDirectory: string;
  /** Its address, for DATABASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** The address of an embedded cluster as a setting: PostgreSQL's own tools know it, too. */
export const urlOfCluster = (dataDirectory: string): string =>
  `postgresql://${clusterAdmin}@localhost/earshot?host=${encodeURIComponent(dataDirectory)}`;

/** Starts a standby of a running embedded cluster, in `to`, which must not be there yet. */
export async function startStandby(from: string, to: string): Promise<Standby> {
  await copyCluster(from, to);
  const { uid, gid } = await stat(join(to, 'PG_VERSION'));
  const own = async (name: string, content: string, flag: 'w' | 'a' = 'w') => {
    await writeFile(join(to, name), content, { flag, mode: 0o600 });
    if (process.getuid?.() === 0) await chown(join(to, name), uid, gid);
  };
  await own('standby.signal', '');
  const conninfo = `host=${from} port=5432 user=${clusterAdmin} application_name=standby`;
  await own('postgresql.auto.conf', `primary_conninfo = '${conninfo}'\n`, 'a');
  const start = async () => {
    await startEmbeddedPostgres({ dataDirectory: to });
  };
  await start();
  return {
    dataDirectory: to,
    url: urlOfCluster(to),
    stop: () => stopPostmaster(to),
    start,
  };
}

/** A physical copy while the primary works: the embedded PostgreSQL ships no pg_basebackup. */
async function copyCluster(from: string, to: string): Promise<void> {
  const address = { host: from, port: 5432, user: clusterAdmin, database: 'postgres', trusted: true };
  await asAdministrator(address, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    // A file that goes while it is copied is in the log of the primary.
    await run('cp', ['--archive', from, to]).catch(() => undefined);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    const log = (await readdir(join(to, 'pg_wal'))).filter((name) => /^[\dA-F]{24}$/.test(name));
    for (const name of log) await rm(join(to, 'pg_wal', name));
    for (const name of await readdir(to)) if (ofThePrimary.test(name)) await rm(join(to, name));
    const { uid, gid } = await stat(join(to, 'PG_VERSION'));
    await writeFile(join(to, 'backup_label'), rows[0].labelfile, { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(join(to, 'backup_label'), uid, gid);
  });
}

import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { missingPackages } from '../packages.ts';
import { startDatabaseCluster } from './database-cluster.ts';

const usage = `Starts three PostgreSQL servers under Patroni, three etcd and HAProxy from the samples in docs/cluster, and prints their addresses.

  node tools/cluster/start.ts

It runs only on this machine and does not need root. Ctrl-C stops it and removes everything.`;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const missing = missingPackages(['patroni', 'etcd', 'haproxy', 'initdb']);
  if (missing) {
    console.error(missing);
    return 1;
  }
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const cluster = await startDatabaseCluster();
  console.log(`DATABASE_URL=${cluster.url}\nFiles and logs: ${cluster.folder}`);
  console.table(await cluster.status());
  await stopped;
  await cluster.close();
  return 0;
}

process.exitCode = await main();

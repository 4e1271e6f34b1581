import '../scripts/check-node.ts';
import { spawnSync } from 'node:child_process';
import { startCeph } from './ceph/start-ceph.ts';

const packages = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];
const isInstalled = (command: string) => spawnSync(command, ['--version']).error === undefined;

/** Installs Ceph if possible, else prints what is missing. Returns whether Ceph is installed. */
function haveCeph(): boolean {
  if (['ceph-mon', 'ceph-osd', 'radosgw', 'ceph'].every(isInstalled)) return true;
  const install = ['install', '--yes', '--no-install-recommends', ...packages];
  if (process.getuid?.() === 0 && spawnSync('apt-get', install, { stdio: 'inherit' }).status === 0)
    return true;
  process.stderr.write(
    `The S3 tests run against Ceph. Install it, on Debian with: apt-get ${install.join(' ')}\n` +
      'Or name a server in S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; the tests make buckets of their own.\n',
  );
  return false;
}

const runTests = (environment: Readonly<Record<string, string>>): number =>
  spawnSync('vitest', ['run', '--config', 'vitest.s3.config.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status ?? 1;

/** Runs the tests of the S3 storage against the configured server, or else against a temporary Ceph. */
async function main(): Promise<number> {
  if (process.env.S3_ENDPOINT) return runTests({});
  if (!haveCeph()) return 1;
  process.stdout.write('Starting Ceph\n');
  const ceph = await startCeph();
  try {
    return runTests({
      S3_ENDPOINT: ceph.endpoint,
      S3_ACCESS_KEY_ID: ceph.accessKeyId,
      S3_SECRET_ACCESS_KEY: ceph.secretAccessKey,
    });
  } finally {
    await ceph.stop();
  }
}

process.exitCode = await main();

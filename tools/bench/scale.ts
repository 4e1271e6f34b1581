import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import {
  clientConfig,
  type DatabaseAddress,
  withDatabase,
} from '#server/adapters/database/database-address.ts';
import { startDatabaseClock } from '#server/adapters/database/database-clock.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { readConfig } from '#server/settings/config.ts';
import { makeRunFolder, removeRunFolder } from '#tests/support/world/run-folder.ts';
import { judgeGrowth } from './judge-growth.ts';
import { median } from './median.ts';
import { pagesRead } from './pages-read.ts';
import { type Platform, type ScaleCall, scaleCalls } from './scale-calls.ts';
import { makePlatform, type PlatformSize } from './scale-data.ts';

const usage = `Measures what calls cost as the platform grows.

  npm run bench:scale [-- --sizes 10000,1000000] [--reviews 1] [--plays 2] [--rounds 40] [--only "discover,wallet"]

Creates a temporary database for each number of tracks, in memory if there is enough, with that many reviews per track and
play events per review. A million tracks with one review each need 6 GB and about three minutes on two cores.
Alternates between all sizes, so that a busy machine slows all of them. Prints the medians, the ratios of the last size to the
first and, for calls that only read, the pages that a call touches, which do not depend on the load. Exits with 1 if a ratio is
above 1.5 and the difference is not negligible.`;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    reviews: { type: 'string', default: '1' },
    plays: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '40' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '../..');

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const folder = await makeRunFolder();
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory: join(folder, 'pg') });
  const closing: (() => Promise<void>)[] = [];
  try {
    const platforms: Platform[] = [];
    for (const tracks of values.sizes.split(',').map(Number)) {
      const size = { tracks, reviews: Number(values.reviews), plays: Number(values.plays) };
      platforms.push(await openPlatform(address, { folder, size, closing }));
    }
    return await measureAll(platforms);
  } finally {
    for (const close of closing) await close();
    await stop();
    await removeRunFolder(folder);
  }
}

interface Opening {
  readonly folder: string;
  readonly size: PlatformSize;
  readonly closing: (() => Promise<void>)[];
}

async function openPlatform(cluster: DatabaseAddress, { folder, size, closing }: Opening): Promise<Platform> {
  const started = performance.now();
  const name = `scale_${size.tracks}`;
  await asAdministrator(cluster, (client) => client.query(`create database ${name}`));
  const address = withDatabase(cluster, name);
  await migrate({ address, folder: join(root, 'migrations') });
  await makePlatform((work) => asAdministrator(address, work), size);
  const { database } = await connectDatabase({ address, role: 'earshot_app', poolSize: 6 });
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1 });
  closing.push(database.close, owner.database.close);
  const config = readConfig({ DATA_DIR: folder });
  const keys = deriveServerKeys('the secret of a machine that is thrown away');
  const clock = await startDatabaseClock(database);
  const { publicUrl } = config;
  const { rows } = await asAdministrator(address, (client) =>
    client.query('select pg_size_pretty(pg_database_size(current_database())) as size'),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${size.tracks} tracks: ${rows[0]?.size}, made in ${seconds} s`);
  return {
    size,
    owner: owner.database,
    deps: {
      config,
      database,
      clock,
      storage: diskStorage({ folder: join(folder, 'audio') }),
      mail: fileTransport({ folder: join(folder, 'mail'), from: config.mailFrom }),
      push: webPush({ clock, supportEmail: config.supportEmail }),
      billing: localBilling({ database, clock, publicUrl, signingKey: keys.billingNotices }),
      transferProviders: [],
      seals: diskSeals(join(folder, 'seals')),
      keys,
    },
  };
}

async function asAdministrator<Answer>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new Client(clientConfig(address, undefined));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function measureAll(platforms: readonly Platform[]): Promise<number> {
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, medians of ${values.rounds} calls in ms`,
  );
  console.log(
    `${'call'.padEnd(24)}${platforms.map(({ size }) => `${size.tracks}`.padStart(10)).join('')}     ratio   pages     ratio`,
  );
  const only = values.only?.split(',');
  let grown = 0;
  for (const [name, call] of Object.entries(scaleCalls)) {
    if (only && !only.includes(name)) continue;
    const times = (await measure(platforms, call)).map(median);
    const pages = await Promise.all(platforms.map((platform) => pagesOf(platform, call)));
    const growth = judgeGrowth({ milliseconds: times, pages });
    if (growth.isTooMuch) grown += 1;
    const shownTimes = times.map((time) => time.toFixed(2).padStart(10)).join('');
    const shownPages = pages.map((read) => read ?? '-').join(' → ');
    const pageRatio = growth.pages?.toFixed(2) ?? '';
    console.log(
      `${name.padEnd(24)}${shownTimes} ${growth.milliseconds.toFixed(2).padStart(9)}   ${shownPages} ${pageRatio}${growth.isTooMuch ? '  grows' : ''}`,
    );
  }
  return grown === 0 ? 0 : 1;
}

const pagesOf = (platform: Platform, call: ScaleCall) =>
  pagesRead(platform.deps.database, async (database) => {
    const act = await call({ ...platform, deps: { ...platform.deps, database } }, 3);
    await act();
  });

/** In turn, so that a busy machine slows all sizes alike. The first calls warm the caches and the prepared plans. */
async function measure(platforms: readonly Platform[], call: ScaleCall): Promise<number[][]> {
  const times = platforms.map((): number[] => []);
  for (let round = -8; round < Number(values.rounds); round += 1) {
    for (const [place, platform] of platforms.entries()) {
      const act = await call(platform, round + 8);
      const started = performance.now();
      await act();
      if (round >= 0) times[place]?.push(performance.now() - started);
    }
  }
  return times;
}

process.exitCode = await main();

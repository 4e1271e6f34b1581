import { join } from 'node:path';
import { withDatabase } from '#server/adapters/database/database-address.ts';
import { readMigrations } from '#server/adapters/database/migrations/migration-files.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { urlOfCluster } from '#tests/support/world/standby.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { type Check, random } from './fault.ts';

const migrations = join(import.meta.dirname, '../../migrations');

export const killWhileMigrating: Check = {
  name: 'F2b kill -9 while the first start migrates',
  promise: 'the next start goes on cleanly',
  run: async (world, { times }) => {
    const files = (await readMigrations(migrations)).length;
    const broken: string[] = [];
    const reached: number[] = [];
    for (let i = 0; i < times; i += 1) {
      const name = `killed_${i}`;
      await asAdministrator(world.address, (client) => client.query(`create database ${name}`));
      const database = urlOfCluster(join(world.dataDirectory, 'postgres')).replace('/earshot?', `/${name}?`);
      // The last start is killed as late as possible, the others at random points.
      await killAfterMigrations(world, name, database, Math.floor(random(1, files)));
      reached.push(await countMigrations(world, name));
      const server = await world.startServer({ DATABASE_URL: database });
      const done = await countMigrations(world, name);
      if (done !== files) broken.push(`${done} of ${files} migrations are there`);
      const health = await fetch(`${world.url}/health`);
      if (health.status !== 200) broken.push(`it was answered with ${health.status}`);
      await server.stop();
    }
    return { line: `killed after ${reached.join(', ')} of ${files} migrations`, broken };
  },
};

async function killAfterMigrations(world: LoadWorld, name: string, url: string, many: number): Promise<void> {
  const killing = new AbortController();
  let starting = true;
  const start = world.startServer({ DATABASE_URL: url }, { killed: killing.signal }).then(
    () => undefined,
    () => undefined,
  );
  const ended = start.then(() => {
    starting = false;
  });
  while (starting && (await countMigrations(world, name)) < many);
  killing.abort();
  await ended;
}

const countMigrations = (world: LoadWorld, name: string): Promise<number> =>
  asAdministrator(withDatabase(world.address, name), async (client) => {
    const { rows } = await client.query(
      "select to_regclass('public.schema_migrations') is not null as is_there",
    );
    if (!rows[0].is_there) return 0;
    const counted = await client.query('select count(*)::integer as done from public.schema_migrations');
    return counted.rows[0].done;
  });

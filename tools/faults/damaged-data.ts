import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '#contract/index.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { stopPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { sqlRow } from '#tests/support/world/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import type { Check } from './fault.ts';

/** In the first page of a table. Pages fill from their end, so this is where the first rows are. */
const placeInPage = 8192 - 60;

export const flippedBit: Check = {
  name: 'F15 a bit of the accounts’ data file flips',
  promise: '503 and a line of the log that asks for somebody, never a wrong number',
  run: async (_, { times }) => {
    const world = await makeLoadWorld();
    const broken: string[] = [];
    try {
      const listenerId = await world.person({ userType: 'listener' });
      const testDatabase = { ownerDatabase: world.owner.database, database: world.app.database };
      await earnedBy({ testDatabase }, listenerId, 1);
      for (let i = 0; i < times; i += 1) broken.push(...(await readWithAFlippedBit(world, listenerId)));
    } finally {
      await world.close();
    }
    return { line: `${times} bits`, broken };
  },
};

async function readWithAFlippedBit(world: LoadWorld, listenerId: string): Promise<string[]> {
  const folder = join(world.dataDirectory, 'postgres');
  const { path } = await sqlRow(
    world.owner.database,
    "select pg_relation_filepath('ledger.accounts') as path",
  );
  const listener = apiUser(world.url, listenerId, (await world.signIn(listenerId)).accessToken);
  await flip(folder, String(path));
  const server = await world.startServer();
  const damaged = await listener.call(api.wallet.readWallet, {});
  // After the stop, the log is complete.
  await server.stop();
  const said = server.output();
  await flip(folder, String(path));
  const mended = await world.startServer();
  const again = await listener.call(api.wallet.readWallet, {});
  await mended.stop();
  return [
    ...(damaged.status === 503 ? [] : [`a damaged wallet was answered with ${damaged.status}`]),
    ...(said.includes('full or damaged') ? [] : ['the log does not ask for anybody']),
    ...(again.answer?.availableCents === 15 ? [] : [`the mended wallet was answered with ${again.status}`]),
  ];
}

/** Stops the database, flips one bit of a file and restarts the database. */
async function flip(folder: string, path: string): Promise<void> {
  await stopPostmaster(folder);
  await flipBit(join(folder, path), placeInPage);
  await startEmbeddedPostgres({ dataDirectory: folder });
}

async function flipBit(path: string, place: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, place);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, place);
  await file.close();
}

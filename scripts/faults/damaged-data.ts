import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '#contract/index.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { stopPostmaster } from '#server/adapters/database/postmaster.ts';
import { apiUser } from '#tests/support/earshot.ts';
import { earnedBy } from '#tests/support/reviewing.ts';
import { sqlRow } from '#tests/support/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import type { Check } from './fault.ts';

/** In the first page of a table, where its first rows are: they are written from its end. */
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
  const said = server.output();
  await server.stop();
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

/** Flips one bit while the database is down, and starts it again. */
async function flip(folder: string, path: string): Promise<void> {
  await stopPostmaster(folder);
  const file = await open(join(folder, path), 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, placeInPage);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, placeInPage);
  await file.close();
  await startEmbeddedPostgres({ dataDirectory: folder });
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { startStandby, urlOfCluster } from '#tests/support/world/standby.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { playTrack, uploadTrack } from '../load/upload-track.ts';
import { type Check, settle } from './fault.ts';
import { makeClients, startLoad } from './fault-run.ts';

const clients = 3;

export const lostPrimary: Check = {
  name: 'F14 the primary and its disk are lost, a synchronous standby takes over',
  promise: 'nothing acknowledged is lost, and a track plays',
  run: async (_, { times }) => {
    const lines: string[] = [];
    const broken: string[] = [];
    for (let i = 0; i < times; i += 1) {
      const world = await makeLoadWorld();
      try {
        await loseAndTakeOver(world, lines, broken);
      } finally {
        await world.close();
      }
    }
    return { line: lines.join('; '), broken };
  },
};

async function loseAndTakeOver(world: LoadWorld, lines: string[], broken: string[]): Promise<void> {
  const primary = join(world.dataDirectory, 'postgres');
  const money = await makeClients(world, clients);
  const standby = await startStandby(primary, join(world.dataDirectory, 'standby'));
  // From now on nothing is acknowledged before the standby has it on its disk.
  await asAdministrator(world.address, async (client) => {
    await client.query("alter system set synchronous_standby_names = 'standby'");
    await client.query('select pg_reload_conf()');
  });
  const server = await world.startServer({ DATABASE_URL: urlOfCluster(primary) });
  const artistId = await world.person({ userType: 'artist' });
  const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
  const file = anMp3({ seconds: 61, mark: 'drill' });
  const trackId = await uploadTrack(artist, file, 'Drill');
  const load = await startLoad(world, money);
  await sleep(settle * 3);

  const postmaster = await readPostmaster(primary);
  if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  await server.kill();
  const lostAt = performance.now();
  await rm(primary, { recursive: true, force: true });
  await asAdministrator({ url: standby.url }, (client) => client.query('select pg_promote()'));
  const next = await world.startServer({ DATABASE_URL: standby.url });
  const seconds = ((performance.now() - lostAt) / 1000).toFixed(1);
  await sleep(settle);
  const owner = await connectDatabase({ address: { url: standby.url }, role: 'earshot_owner', poolSize: 2 });
  const { acknowledged, lost, doubled, audit } = await load.finish(owner.database);
  if (lost + doubled + audit > 0) broken.push(`${lost} lost, ${doubled} doubled, audit ${audit}`);
  if (!(await playTrack(artist, trackId)).bytes.equals(file)) broken.push('the track did not play as it was');
  await next.stop();
  await owner.database.close();
  await standby.stop();
  lines.push(
    `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, audit ${audit}; ready after ${seconds} s`,
  );
}

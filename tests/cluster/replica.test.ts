import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { bigint, uuid } from '#server/adapters/database/columns.ts';
import type { PublicReads } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { type Standby, startStandby } from '#tests/support/world/standby.ts';
import { type LoadWorld, makeLoadWorld } from '../../tools/load/load-world.ts';

const mostLagSeconds = 5;
const patiently = { timeout: 60_000, interval: 200 };
let world: LoadWorld;
let standby: Standby;
let nobody: ApiUser;

beforeAll(async () => {
  world = await makeLoadWorld();
  standby = await startStandby(join(world.dataDirectory, 'postgres'), join(world.dataDirectory, 'standby'));
  await world.startServer({ DATABASE_REPLICA_URL: standby.url, REPLICA_LAG_SECONDS: String(mostLagSeconds) });
  nobody = apiUser(world.url, '', undefined);
});
afterAll(async () => {
  await world.close();
  await standby.stop();
});

const onStandby = (text: string) =>
  asAdministrator(
    {
      host: standby.dataDirectory,
      port: 5432,
      user: 'earshot_admin',
      database: 'earshot',
      trusted: true,
    },
    (client) => client.query(text),
  );

async function readsAt(place: 'replica' | 'primary'): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return Number(new RegExp(`earshot_public_reads_total\\{at="${place}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

const titles = async () =>
  (await nobody.get(api.discovery.getAllPublicTracks, { body: {} })).items.map(({ title }) => title);

/** Until reads go to the replica, as they do while it is there and has caught up. */
const untilFollowed = () =>
  expect
    .poll(async () => {
      const before = await readsAt('replica');
      await titles();
      return (await readsAt('replica')) > before;
    }, patiently)
    .toBe(true);

const aNewTrack = (title: string, artistId?: string) =>
  aTrack(world.owner.database, { title, ...(artistId ? { artistId } : {}) });

const isBehind = async () => {
  const { rows } = await onStandby('select pg_is_wal_replay_paused() as paused');
  return rows[0].paused;
};

test('Discover and artist pages are read from a streaming replica for signed-out visitors', async () => {
  await untilFollowed();
  const { artistId } = await aNewTrack('Copied');
  await expect.poll(titles, patiently).toContain('Copied');
  const primary = await readsAt('primary');
  const before = await readsAt('replica');
  await nobody.get(api.discovery.readDiscovery, { query: {} });
  await nobody.get(api.discovery.searchTracks, { query: { words: 'Copied' } });
  await nobody.get(api.discovery.getPublicArtistProfile, { body: { artistId } });
  await nobody.get(api.discovery.getPublicArtistTracks, { body: { artistId } });
  expect(await readsAt('replica')).toBeGreaterThanOrEqual(before + 6);
  expect(await readsAt('primary')).toBe(primary);
});

test('money and the signed-in user are never read from a lagging replica', async () => {
  await untilFollowed();
  const listenerId = await world.person({ userType: 'listener' });
  const artistId = await anArtist(world.owner.database, { displayName: 'Before' });
  const listener = apiUser(world.url, listenerId, (await world.signIn(listenerId)).accessToken);
  const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
  const nameFor = async (user: ApiUser) =>
    (await user.call(api.discovery.getPublicArtistProfile, { body: { artistId } })).answer?.displayName;
  await expect.poll(() => nameFor(nobody), patiently).toBe('Before');
  await onStandby('select pg_wal_replay_pause()');
  await expect.poll(isBehind, patiently).toBe(true);

  await artist.get(api.accounts.updateProfile, { body: { displayName: 'After' } });
  const testDatabase = { ownerDatabase: world.owner.database, database: world.app.database };
  await earnedBy({ testDatabase }, listenerId, 1);
  expect((await listener.get(api.wallet.readWallet, {})).availableCents).toBe(15);
  expect(await nameFor(artist)).toBe('After');
  // Further behind than the setting allows: the database itself answers everybody.
  await expect.poll(() => nameFor(nobody), patiently).toBe('After');
  await onStandby('select pg_wal_replay_resume()');
  await untilFollowed();
});

test('while the replica is down the primary serves every page, and the replica again afterwards', async () => {
  await untilFollowed();
  await standby.stop();
  await aNewTrack('Made alone');
  for (let i = 0; i < 20; i += 1) {
    expect((await nobody.call(api.discovery.readDiscovery, { query: {} })).status).toBe(200);
  }
  expect(await titles()).toContain('Made alone');
  await standby.start();
  await untilFollowed();
  await expect.poll(titles, patiently).toContain('Made alone');
});

test('a statement not declared public cannot run on a replica', () => {
  const balance = statement({ takes: { id: uuid }, gives: { cents: bigint } })`
    select balance_cents as cents from ledger.accounts where listener_id = ${'id'}`;
  const read = (replica: PublicReads) =>
    // @ts-expect-error: only what everybody may see may be some seconds old.
    balance.all(replica, { id: '' });
  expect(read).toBeTypeOf('function');
});

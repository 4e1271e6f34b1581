import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { getAllPublicTracks } from '#contract/music/discovery/discovery.ts';
import { nextTrack, recordPlayEvent } from '#contract/reviewing/listening/listening.ts';
import { anArtist, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { LoadWorld, SignedIn } from '../load/load-world.ts';
import { jobsWait } from './jobs-wait.ts';
import { type PeerData, post, prepared } from './peer.ts';
import type { FloorSetting, Script } from './statement-scripts.ts';
import type { WrkRequest, WrkTarget } from './wrk.ts';

/** More than wrk has connections, so that no report waits for another one of the same listener. */
const listenerCount = 64;
const tracksOfArtist = 10;

export interface EarshotTargets {
  /** The newest tracks, for a visitor. */
  readonly list: WrkTarget;
  readonly report: WrkTarget;
  readonly floor: {
    readonly process: ChildProcess;
    readonly list: WrkTarget;
    readonly report: WrkTarget;
  };
  /** What the peers have to hold as well. */
  readonly data: PeerData;
}

/** Fills Earshot's database, signs listeners in and starts the floor server. Earshot itself must be running. */
export async function prepareEarshot(world: LoadWorld, tracks: number): Promise<EarshotTargets> {
  const artists = tracks / tracksOfArtist;
  await fill(world, { tracks, artists });
  const listeners = await Promise.all(
    Array.from({ length: listenerCount }, async () =>
      world.signIn(await world.person({ userType: 'listener' })),
    ),
  );
  const setting: FloorSetting = {
    address: world.address,
    listeners: listeners.map(({ userId }) => userId),
    sessions: listeners.map(() => randomUUID()),
    served: await serve(world, listeners),
    reviewers: [],
    artist: '',
  };
  const page = await post(world.url + getAllPublicTracks.path, {}, {}, getAllPublicTracks.answer);
  const waveform = page.items[0]?.peaks;
  if (!waveform) throw new Error('The list shows no waveform.');
  const reports = listeners.map((listener, place) =>
    asListener(recordPlayEvent, listener, reportOf(setting, place)),
  );
  const floor = fork(join(import.meta.dirname, 'floor-server.ts'), [JSON.stringify(setting)]);
  const { port } = await prepared(floor, async () => {
    const [first] = await once(floor, 'message');
    return { port: Number(first) };
  });
  const floorUrl = `http://127.0.0.1:${port}`;
  return {
    list: { url: world.url, requests: [requestOf(getAllPublicTracks.path, {}, {})] },
    report: { url: world.url, requests: reports },
    floor: {
      process: floor,
      list: { url: floorUrl, requests: [requestOf(pathOf('tracks', 0), {}, {})] },
      report: {
        url: floorUrl,
        requests: listeners.map((_, place) => requestOf(pathOf('beat', place), {}, reportOf(setting, place))),
      },
    },
    data: { tracks, artists, waveform, page: page.items.length },
  };
}

async function fill(
  world: LoadWorld,
  { tracks, artists }: { tracks: number; artists: number },
): Promise<void> {
  const owner = world.owner.database;
  await jobsWait(owner);
  for (let artist = 0; artist < artists; artist += 1) {
    await owner.transaction(async (tx) => {
      const artistId = await anArtist(tx, { displayName: `Artist ${artist}` });
      for (let i = artist; i < tracks; i += artists)
        await aTrack(tx, { artistId, title: `Track ${i}`, genre: 'rock', reviewTarget: 1_000 });
    });
  }
  await sql(owner, "update audio_files set analysis = 'done', peaks = decode(repeat('0728', 400), 'hex')");
  await sql(owner, 'analyze');
}

/** Gives each listener a track, one after the other: a busy machine would refuse all of them at once. */
async function serve(world: LoadWorld, listeners: readonly SignedIn[]): Promise<string[]> {
  const served: string[] = [];
  for (const { accessToken } of listeners) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const { track } = await post(world.url + nextTrack.path, headers, {}, nextTrack.answer);
    served.push(track?.trackId ?? '');
  }
  return served;
}

const reportOf = ({ served, sessions }: FloorSetting, place: number) => ({
  trackId: served[place],
  sessionId: sessions[place],
  event: 'start',
  positionSeconds: 0,
  playing: false,
});

const pathOf = (script: Script, place: number) => `/${script}/${place}`;

const asListener = ({ path }: { readonly path: string }, { accessToken }: SignedIn, body: object) =>
  requestOf(path, { authorization: `Bearer ${accessToken}` }, body);

const requestOf = (path: string, headers: Readonly<Record<string, string>>, body: object): WrkRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

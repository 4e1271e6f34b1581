import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import type { Call } from '#contract/call.ts';
import { readWallet } from '#contract/money/wallet/wallet.ts';
import {
  getAllPublicTracks,
  getPublicArtistProfile,
  getPublicArtistTracks,
  readDiscovery,
  searchTracks,
} from '#contract/music/discovery/discovery.ts';
import { nextTrack, recordPlayEvent } from '#contract/reviewing/listening/listening.ts';
import { submitReview } from '#contract/reviewing/reviews/reviews.ts';
import type { Queryable } from '#server/adapters/database/database.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { LoadWorld, SignedIn } from '../load/load-world.ts';
import { ask } from './ask.ts';
import type { Act } from './rate.ts';
import { comment, commonWord, type FloorSetting, type Script } from './statement-scripts.ts';

/** A call to Earshot for the benchmark, with the script of its SQL statements. */
export interface MeasuredCall {
  readonly script: Script;
  /** Runs before each round. */
  readonly prepare: () => Promise<void>;
  /** The call to the server at this URL. */
  readonly earshot: (url: string) => Act;
  /** The same call by the floor server or the plain SQL loop. @param run runs the script as one of the people */
  readonly bare: (run: (person: number, body: unknown) => Promise<unknown>) => Act;
}

export interface BenchWorld {
  readonly world: LoadWorld;
  readonly agent: Agent;
  readonly listeners: readonly SignedIn[];
  /** Each can submit a review in every round. */
  readonly reviewers: readonly SignedIn[];
  readonly tracks: readonly string[];
  readonly setting: FloorSetting;
}

const nothing = async () => undefined;

export function measuredCalls(bench: BenchWorld): Readonly<Record<string, MeasuredCall>> {
  const call = (
    script: Script,
    { method, path }: Call,
    body: (client: number) => unknown = () => undefined,
  ): MeasuredCall => ({
    script,
    prepare: nothing,
    earshot: (url) => async (client) => {
      await askAs(bench, bench.listeners[client], { method, url: url + path, body: body(client) });
      return true;
    },
    bare: (run) => async (client) => {
      await run(client, body(client));
      return true;
    },
  });
  return {
    'next track': call('next', nextTrack, () => ({})),
    'play event': call('beat', recordPlayEvent, (client) => ({
      trackId: bench.setting.served[client],
      sessionId: bench.setting.sessions[client],
      event: 'start',
      positionSeconds: 0,
      playing: false,
    })),
    'public tracks': call('tracks', getAllPublicTracks, () => ({})),
    discover: call('discover', readDiscovery),
    search: call('search', { ...searchTracks, path: `${searchTracks.path}?words=${commonWord}` }),
    'artist page': artistPage(bench),
    wallet: call('wallet', readWallet),
    'submit review': reviewing(bench),
  };
}

/** Reads the profile and then the first page of tracks, as a signed-out visitor. */
function artistPage(bench: BenchWorld): MeasuredCall {
  const body = { artistId: bench.setting.artist };
  return {
    script: 'artist',
    prepare: nothing,
    earshot: (url) => async () => {
      for (const { method, path } of [getPublicArtistProfile, getPublicArtistTracks])
        await askAs(bench, undefined, { method, url: url + path, body });
      return true;
    },
    bare: (run) => async (client) => {
      await run(client, body);
      return true;
    },
  };
}

/** At the start of each round, each reviewer has listened to one more track, and then reviews it. */
function reviewing(bench: BenchWorld): MeasuredCall {
  const { reviewers, tracks, world } = bench;
  let round = -1;
  let next = 0;
  const trackOf = (reviewer: number) => tracks[(round + reviewer) % tracks.length] ?? '';
  return {
    script: 'review',
    prepare: async () => {
      round += 1;
      next = 0;
      await serveListened(
        world.owner.database,
        reviewers.map(({ userId }) => userId),
        reviewers.map((_, reviewer) => trackOf(reviewer)),
      );
    },
    earshot: (url) => async () => {
      const reviewer = next++;
      if (reviewer >= reviewers.length) return false;
      const body = { trackId: trackOf(reviewer), rating: 4, comment };
      const { method, path } = submitReview;
      await askAs(bench, reviewers[reviewer], { method, url: url + path, body, key: randomUUID() });
      return true;
    },
    bare: (run) => async () => {
      const reviewer = next++;
      if (reviewer >= reviewers.length) return false;
      await run(reviewer, { trackId: trackOf(reviewer), rating: 4, comment });
      return true;
    },
  };
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly key?: string;
}

const askAs = (
  { agent }: BenchWorld,
  person: SignedIn | undefined,
  { method, url, body, key }: Sent,
): Promise<void> =>
  ask({
    agent,
    method,
    url,
    headers: {
      ...(person ? { authorization: `Bearer ${person.accessToken}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body,
  });

/** First closes the leases left from the last round. */
async function serveListened(owner: Queryable, listeners: string[], tracks: string[]): Promise<void> {
  await sql(
    owner,
    `update leases set closed_at = now(), outcome = 'set_aside'
     where listener_id = any ($1::uuid[]) and closed_at is null`,
    [listeners],
  );
  await sql(
    owner,
    `insert into leases (listener_id, track_id, leased_until, listened_ms, bytes_sent, unlocked_at, assignment_id)
     select listener, track, now() + interval '1 hour', 90000, 1000000, now(), next_place(track, false)
     from unnest($1::uuid[], $2::uuid[]) as served (listener, track)`,
    [listeners, tracks],
  );
}

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import { giveReviews } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { wideBudget } from '#tests/support/world/wide-limits.ts';
import type { Check } from '../faults/fault.ts';
import { percentile, type Timed } from './latencies.ts';
import type { LoadWorld } from './load-world.ts';
import { readMetrics } from './read-metrics.ts';
import { openTab, type Tab } from './tab.ts';
import { uploadTrack } from './upload-track.ts';

/** Total requests. Some of them are play reports and reviews by listeners, the others page views. */
const requestsPerSecond = 150;
const listeningOneIn = 10 / 3;
const beatSeconds = 4;
const beatsPerSecond = 1 / beatSeconds;
/** The most reviews that a plan brings a track, so no more listeners than that share one. */
const placesOfTrack = 30;
/** How long a listener is paid for a track. */
const trackSeconds = 60;
const mostTries = 10;
const p95Milliseconds = 150;
const p99Milliseconds = 500;
const loopMilliseconds = 100;
const mostGrowth = 1.15;

interface User extends ApiUser {
  readonly tab: Tab;
}

interface Asked extends Timed {
  readonly what: string;
  readonly code: string | undefined;
}

/** The requests and their answers. */
interface Tally {
  readonly asked: Asked[];
  readonly reviews: string[];
}

export const mixedLoad: Check = {
  name: 'L1 mixed load',
  promise: `p95 ${p95Milliseconds} ms, p99 ${p99Milliseconds} ms, no error, memory and event loop at rest, every review kept`,
  run: async (world, { users, seconds, patience }) => {
    const server = await world.startServer({
      FREE_CREDITS_PER_MONTH: '1000',
      FREE_BUDGET_LEAST_CENTS: wideBudget,
    });
    const listeners = Math.round(users / listeningOneIn);
    // Everyone may hold a place, and a listener takes another one each minute.
    const places = users + (listeners * seconds) / trackSeconds;
    await publishTracks(world, Math.ceil(places / placesOfTrack));
    const people: User[] = [];
    for (let i = 0; i < users; i += 1) people.push(await aUser(world));
    const listening = people.slice(0, listeners);
    const tally: Tally = { asked: [], reviews: [] };
    const ends = performance.now() + seconds * 1000;
    const atRate = Math.max(1, requestsPerSecond - listening.length * beatsPerSecond);
    // Resets the counters, so that making the people is not included.
    await readMetrics(world.url);
    const busyBefore = await processorSeconds(server.pid);
    const all = Promise.all([
      turnPages(people.slice(listening.length), atRate, ends, tally),
      ...listening.map((user, i) => listenAndReview(user, i / listening.length, ends, tally)),
    ]);
    await sleep((seconds * 1000) / 3);
    const early = await readMetrics(world.url);
    await all;
    const late = await readMetrics(world.url);
    const share = ((await processorSeconds(server.pid)) - busyBefore) / seconds;
    const loopMs = Math.max(early.eventLoopMs, late.eventLoopMs);
    const lostSockets = people.reduce((sum, { tab }) => sum + tab.losses(), 0);
    const deaf = people.filter(({ tab }) => !tab.isAlive()).length;
    for (const { tab } of people) tab.close();
    await server.stop();
    const kept = await keptReviews(world, tally.reviews);
    const [p95, p99] = [percentile(tally.asked, 95), percentile(tally.asked, 99)];
    const wrong = tally.asked.filter(({ status }) => status === 0 || status >= 400);
    return {
      line: `${users} users, ${listening.length} listen, ${Math.round(tally.asked.length / seconds)} requests/s for ${seconds} s: p95 ${p95} ms, p99 ${p99} ms, ${tally.reviews.length} reviews; ${share.toFixed(2)} of a processor, event loop p99 ${loopMs} ms; ${early.megabytes} MB after a third, ${late.megabytes} MB at the end`,
      broken: [
        ...(wrong.length > 0 ? [`answers that should not be: ${countByAnswer(wrong)}`] : []),
        ...(p95 > p95Milliseconds * patience ? [`p95 ${p95} ms: ${eachP95(tally)}`] : []),
        ...(tally.reviews.length === 0 && seconds > 90 ? ['nobody came to review anything'] : []),
        ...(p99 > p99Milliseconds * patience ? [`p99 ${p99} ms`] : []),
        ...(loopMs > loopMilliseconds * patience ? ['the event loop was held up'] : []),
        ...(late.megabytes > early.megabytes * mostGrowth ? ['memory grew'] : []),
        ...(lostSockets + deaf > 0 ? [`${lostSockets} sockets were lost, ${deaf} are not there`] : []),
        ...(kept.lost + kept.doubled + kept.audit > 0
          ? [`${kept.lost} reviews lost, ${kept.doubled} doubled, audit ${kept.audit}`]
          : []),
      ],
    };
  },
};

/** Processor time of the process since its start, in seconds; Linux only. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name before it may contain blanks. User and system time are fields 12 and 13 after it, in hundredths of a
  // second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function eachP95({ asked }: Tally): string {
  const kinds = Map.groupBy(asked, ({ what }) => what);
  return [...kinds].map(([what, all]) => `${what} ${percentile(all, 95)} ms`).join(', ');
}

function countByAnswer(asked: readonly Asked[]): string {
  const kinds = Map.groupBy(asked, ({ what, status, code }) => `${what} ${status} ${code}`);
  return [...kinds].map(([kind, all]) => `${kind}: ${all.length}`).join(', ');
}

/** Tracks whose audio has been analyzed before the load starts. */
async function publishTracks(world: LoadWorld, tracks: number): Promise<void> {
  const artistId = await world.person({ userType: 'artist' });
  const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
  for (let i = 0; i < tracks; i += 1)
    await uploadTrack(artist, anMp3({ seconds: 75, bitrate: 32, mark: `mixed ${i}` }), `Mixed ${i}`);
  const owner = world.owner.database;
  for (const { id } of await sql(owner, 'select id from artist_tracks where artist_id = $1', [artistId])) {
    await giveReviews(owner, String(id), placesOfTrack);
  }
  const waiting =
    "select count(*)::integer as waiting from audio_files where analysis = 'waiting' and artist_id = $1";
  while (Number((await sqlRow(owner, waiting, [artistId])).waiting) > 0) await sleep(200);
}

async function aUser(world: LoadWorld): Promise<User> {
  const userId = await world.person({ userType: 'listener' });
  const { accessToken } = await world.signIn(userId);
  return { ...apiUser(world.url, userId, accessToken), tab: openTab(world.url, () => accessToken) };
}

async function timed<Answered extends { readonly status: number; readonly code?: string | undefined }>(
  { asked }: Tally,
  what: string,
  ask: () => Promise<Answered>,
): Promise<Answered | undefined> {
  const started = performance.now();
  const answered = await ask().catch(() => undefined);
  const { status = 0, code } = answered ?? {};
  asked.push({ what, status, code, ms: performance.now() - started, retryAfter: null });
  return answered;
}

/** Page views. An entry listed twice is requested twice as often. */
const looks: readonly (readonly [what: string, look: (user: ApiUser) => Promise<{ status: number }>])[] = [
  ['wallet', (user) => user.call(api.wallet.readWallet, {})],
  ['wallet', (user) => user.call(api.wallet.readWallet, {})],
  ['profile', (user) => user.call(api.accounts.readProfile, {})],
  ['profile', (user) => user.call(api.accounts.readProfile, {})],
  ['own reviews', (user) => user.call(api.reviews.listOwnReviews, { query: {} })],
  ['movements', (user) => user.call(api.wallet.listMovements, { query: {} })],
  ['discover', (user) => user.call(api.discovery.readDiscovery, { query: {} })],
  ['public tracks', (user) => user.call(api.discovery.getAllPublicTracks, { body: {} })],
  ['next track', (user) => user.call(api.listening.nextTrack, { body: {} })],
];

/** Sends requests at a fixed pace without waiting for answers, so a slow server gets a growing queue. */
async function turnPages(people: readonly User[], perSecond: number, ends: number, tally: Tally) {
  const running = new Set<Promise<unknown>>();
  const started = performance.now();
  for (let asked = 0; performance.now() < ends; asked += 1) {
    const user = people[Math.floor(Math.random() * people.length)];
    const look = looks[Math.floor(Math.random() * looks.length)];
    if (user && look) {
      const [what, act] = look;
      const asking = timed(tally, what, () => act(user)).finally(() => running.delete(asking));
      running.add(asking);
    }
    const due = started + ((asked + 1) * 1000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
  }
  await Promise.all(running);
}

/**
 * Listens to one track after another, with the browser's reports, and reviews each.
 * @param arrives the share of a track's time after which the listener begins: those who begin together also review
 * together, again and again
 */
async function listenAndReview(user: User, arrives: number, ends: number, tally: Tally): Promise<void> {
  await sleep(arrives * trackSeconds * 1000);
  while (performance.now() < ends) {
    const next = await timed(tally, 'next track', () => user.call(api.listening.nextTrack, { body: {} }));
    const track = next?.answer?.track;
    if (!track) await sleep(beatSeconds * 1000);
    else if (await hear(user, track, ends, tally)) await review(user, track.trackId, tally);
  }
}

/** Returns whether enough was heard before the end. */
async function hear(
  user: User,
  track: Pick<ServedTrack, 'trackId' | 'playbackLink'>,
  ends: number,
  tally: Tally,
): Promise<boolean> {
  const { trackId } = track;
  const audio = await timed(tally, 'audio', () => takeAudio(user, track));
  const sessionId = randomUUID();
  const started = performance.now();
  const report = (event: 'start' | 'beat') => {
    const positionSeconds = (performance.now() - started) / 1000;
    const body = { trackId, sessionId, event, positionSeconds, playing: true };
    return timed(tally, event, () => user.call(api.listening.recordPlayEvent, { body }));
  };
  await report('start');
  let isUnlocked = false;
  while (!isUnlocked && performance.now() < ends) {
    await sleep(beatSeconds * 1000);
    isUnlocked = (await report('beat'))?.answer?.unlocked === true;
  }
  audio?.end();
  return isUnlocked;
}

/** Sends the review under one key until it is answered, as the browser does on repeated presses. */
async function review(user: User, trackId: string, tally: Tally): Promise<void> {
  const sent = {
    body: { trackId, rating: 4 as const, comment: anHonestComment },
    idempotencyKey: randomUUID(),
  };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answered = await timed(tally, 'review', () => user.call(api.reviews.submitReview, sent));
    if (answered?.answer) tally.reviews.push(answered.answer.id);
    if (answered && answered.status < 500) return;
    await sleep(beatSeconds * 1000);
  }
}

async function keptReviews({ owner }: LoadWorld, acknowledged: readonly string[]) {
  const row = await sqlRow(
    owner.database,
    `select (select count(*) from unnest($1::uuid[]) as told (id)
              where not exists (select from reviews where reviews.id = told.id))::integer as lost,
            (select count(*) from (select from reviews
              group by listener_id, track_id having count(*) > 1) as twice)::integer as doubled,
            (select count(*) from ledger.audit())::integer as audit`,
    [acknowledged],
  );
  return { lost: Number(row.lost), doubled: Number(row.doubled), audit: Number(row.audit) };
}

/** Takes a track's audio as it comes, which is as it is played, until `end`. */
async function takeAudio(
  listener: Pick<ApiUser, 'fetch'>,
  { playbackLink }: Pick<ServedTrack, 'playbackLink'>,
): Promise<{ status: number; end: () => void }> {
  const ended = new AbortController();
  const { status, body } = await listener.fetch(playbackLink.url, { signal: ended.signal });
  void body?.pipeTo(new WritableStream()).catch(() => undefined);
  return { status, end: () => ended.abort() };
}

import { randomUUID } from 'node:crypto';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { Random } from './trust-texts.ts';
import type { Seat, TrustWorld } from './trust-world.ts';

const beatSeconds = 6;
const heardSeconds = 60;
/** Sound of the tracks here that is sent at once, whatever has been played. */
const partBytes = 100_000;
const mostParts = 10;
/** The limit of skips for an hour. */
const mostSkips = 20;

export interface Reviewer {
  readonly userId: string;
  /** Hears the track by every call of a browser; otherwise the minute is booked, of which the rules see no difference. */
  readonly hearsByCalls: boolean;
  readonly seat: Seat;
  readonly random: Random;
  readonly text: string;
  readonly writesSeconds: number;
  /** What the form counts; nothing where no form is used. */
  readonly typing?: TypingCounts | undefined;
  readonly wantedTrackId?: string | undefined;
  /** Every other track is skipped. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** What one try came to: a review, or the code of the refusal that ended it. */
export type Tried = 'reviewed' | 'nothing served' | string;

type Served = NonNullable<Answer<typeof api.listening.nextTrack>['track']>;

interface At {
  readonly world: TrustWorld;
  readonly token: string;
  readonly seat: Seat;
}

/** Is served a track, hears it, writes and sends: served, sent and judged over HTTP by the real server. */
export async function* listenAndReview(world: TrustWorld, reviewer: Reviewer): AsyncGenerator<number, Tried> {
  const { userId, seat, random, text, writesSeconds, hearsByCalls, typing } = reviewer;
  const token = await world.signIn(userId, seat);
  const at = { world, token, seat };
  const track = yield* serve(at, reviewer);
  if (typeof track === 'string') return track;
  if (hearsByCalls) yield* hear(at, track);
  else {
    yield heardSeconds;
    await bookMinute(world, userId);
  }
  yield writesSeconds;
  const sent = await world.call(token, seat, api.reviews.submitReview, {
    body: {
      trackId: track.trackId,
      rating: 3 + Math.floor(random() * 3),
      comment: text,
      ...(typing ? { typing } : {}),
    },
    idempotencyKey: randomUUID(),
  });
  if (!sent.answer) return sent.code ?? 'refused';
  await judgeReview(world.deps, sent.answer.id);
  return 'reviewed';
}

/** In beats, as a browser does. The server sends what has been played, so that the sound is there by the end. */
async function* hear(at: At, track: Served): AsyncGenerator<number, void> {
  const { trackId } = track;
  const sessionId = randomUUID();
  const report = (event: 'start' | 'beat' | 'pause', positionSeconds: number) =>
    at.world.call(at.token, at.seat, api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: event !== 'pause' },
    });
  await report('start', 0);
  for (let position = beatSeconds; position <= heardSeconds; position += beatSeconds) {
    yield beatSeconds;
    await report(position < heardSeconds ? 'beat' : 'pause', position);
  }
  await fetchSound(at, track);
}

/** The minute and its sound, as the calls of a browser leave them. */
const bookMinute = ({ owner, deps }: TrustWorld, userId: string) =>
  sql(
    owner,
    `update leases set listened_ms = 60000, reported_ms = 60000, played = true, unlocked_at = $2,
       bytes_sent = (select file.byte_length from artist_tracks track join audio_files file on file.id = track.audio_file_id
         where track.id = leases.track_id)
     where listener_id = $1 and closed_at is null and not is_coming`,
    [userId, deps.clock.now()],
  );

/** The track that is served in the end, or why none is. */
async function* serve(
  { world, token, seat }: At,
  { wantedTrackId, only }: Reviewer,
): AsyncGenerator<number, Served | string> {
  const wish = wantedTrackId === undefined ? {} : { trackId: wantedTrackId };
  for (let skips = 0; skips <= mostSkips; skips += 1) {
    const served = await world.call(token, seat, api.listening.nextTrack, { body: wish });
    const track = served.answer?.track;
    if (!track) return served.code ?? served.answer?.refusedWish ?? 'nothing served';
    if (!only || only.has(track.trackId)) return track;
    await world.call(token, seat, api.listening.skipTrack, { body: { trackId: track.trackId } });
    yield beatSeconds;
  }
  return 'nothing of their own served';
}

async function fetchSound({ world, token, seat }: At, { playbackLink }: Served): Promise<void> {
  let length = partBytes;
  for (let from = 0; from < length && from < mostParts * partBytes; from += partBytes) {
    const range = `bytes=${from}-${from + partBytes - 1}`;
    const part = await world.fetch(token, seat, playbackLink.url, { headers: { range } });
    await part.arrayBuffer();
    length = Number(part.headers.get('content-range')?.split('/')[1] ?? 0);
  }
}

import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { judgeReview } from '#server/reviews/judge-review.ts';
import { fetchPlayed } from '#tests/support/listening.ts';
import type { Random } from './trust-texts.ts';
import type { Seat, TrustWorld } from './trust-world.ts';

const beatSeconds = 6;
const heardSeconds = 66;

export interface Reviewer {
  readonly userId: string;
  readonly seat: Seat;
  readonly random: Random;
  readonly text: string;
  readonly writesSeconds: number;
  readonly wantedTrackId?: string | undefined;
}

/** What one try came to: a review, or the code of the refusal that ended it. */
export type Tried = 'reviewed' | 'nothing served' | string;

/** Is served a track, hears it in beats as a browser does, writes and sends; every call goes over HTTP. */
export async function* listenAndReview(
  world: TrustWorld,
  { userId, seat, random, text, writesSeconds, wantedTrackId }: Reviewer,
): AsyncGenerator<number, Tried> {
  const token = await world.signIn(userId, seat);
  const wish = wantedTrackId === undefined ? {} : { trackId: wantedTrackId };
  const served = await world.call(token, seat, api.listening.nextTrack, { body: wish });
  const track = served.answer?.track;
  if (!track) return served.code ?? 'nothing served';
  const { trackId } = track;
  const sessionId = randomUUID();
  const report = (event: 'start' | 'beat' | 'pause', positionSeconds: number) =>
    world.call(token, seat, api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: event !== 'pause' },
    });
  await report('start', 0);
  for (let position = beatSeconds; position <= heardSeconds; position += beatSeconds) {
    yield beatSeconds;
    await report(position < heardSeconds ? 'beat' : 'pause', position);
  }
  // The server sends what has been played, so that the sound is there by the end.
  const fetch = (path: string, init?: RequestInit) => world.fetch(token, seat, path, init);
  await fetchPlayed({ fetch }, track, heardSeconds);
  yield writesSeconds;
  const sent = await world.call(token, seat, api.reviews.submitReview, {
    body: { trackId, rating: 3 + Math.floor(random() * 3), comment: text },
    idempotencyKey: randomUUID(),
  });
  if (!sent.answer) return sent.code ?? 'refused';
  await judgeReview(world.deps, sent.answer.id);
  return 'reviewed';
}

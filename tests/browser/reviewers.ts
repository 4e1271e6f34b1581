import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { fetchPlayed } from '#tests/support/people/listening.ts';
import type { RunningEarshot } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';

/** Seconds of the server's clock between two reports. */
const step = 2;

/** Listens to the track that is served next until it may be reviewed, by stepping the server's clock. Returns its id. */
export async function hearNext(listener: ApiUser, { clock }: RunningEarshot): Promise<string> {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (!track) throw new Error('No track was served.');
  const { trackId } = track;
  const sessionId = randomUUID();
  const started = clock.now().getTime();
  const report = async (event: 'start' | 'beat') => {
    const positionSeconds = (clock.now().getTime() - started) / 1000;
    const { listenedSeconds } = await listener.get(api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: true },
    });
    return listenedSeconds;
  };
  for (let heard = await report('start'); heard < requiredListeningSeconds; heard = await report('beat')) {
    clock.leap(step);
  }
  await fetchPlayed(listener, track, requiredListeningSeconds);
  return trackId;
}

/** Joins, hears the track that is served next, and reviews it. */
export async function reviewNext(
  page: Page,
  earshot: RunningEarshot,
  { name, rating, comment }: { name: string; rating: number; comment: string },
): Promise<void> {
  const listener = await joinByApi(page, earshot, name, 'listener');
  const trackId = await hearNext(listener, earshot);
  await listener.get(api.reviews.submitReview, {
    body: { trackId, rating, comment },
    idempotencyKey: randomUUID(),
  });
}

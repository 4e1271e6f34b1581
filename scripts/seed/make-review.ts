import { randomUUID } from 'node:crypto';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Moment } from '#contract/listening.ts';
import type { PromptAnswers, ReviewNote } from '#contract/review-help.ts';
import type { Caller } from '#server/caller.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { markMoment } from '#server/listening/mark-moment.ts';
import { nextTrack } from '#server/listening/next-track.ts';
import { type PlaybackReport, recordPlayEvent } from '#server/listening/record-play-event.ts';
import { judgeReview } from '#server/reviews/judge-review.ts';
import { submitReview } from '#server/reviews/submit-review.ts';
import { bookAudio } from '#server/tracks/book-audio.ts';
import { openAudio } from '#server/tracks/open-audio.ts';
import { seedClient } from './seed-client.ts';
import type { SteppingClock } from './stepping-clock.ts';

/** As long as one report may vouch for. */
const beatSeconds = 6;
/** Sent at the very second of the unlock, again and again, it would be doubted. */
const writingSeconds = 25;

type Listening = Dependencies & { clock: SteppingClock };

export interface SampleReview {
  readonly trackId: string;
  readonly rating: number;
  readonly comment: string;
  readonly prompts: PromptAnswers;
  readonly notes: readonly ReviewNote[];
  /** Seconds that the listener goes on after the paid minute; 0 for one who does not. */
  readonly unpaidSeconds: number;
  readonly moments: readonly Moment[];
}

/** Listens, reviews and is judged through the product's own acts, in the time of the stepping clock. */
export async function makeReview(deps: Listening, caller: Caller, sample: SampleReview): Promise<void> {
  const { trackId, rating, comment, prompts, notes } = sample;
  const { track: served } = await nextTrack(deps, caller, seedClient, trackId);
  if (served?.trackId !== trackId) throw new Error('The sample track was not served.');
  await deliverAudio(deps, served.playbackLink.url);
  await listen(deps, caller, { ...sample, durationSeconds: served.durationSeconds });
  for (const moment of sample.moments) await markMoment(deps, caller.userId, trackId, moment);
  deps.clock.advance(writingSeconds);
  const submitted = { trackId, rating, comment, prompts, notes: [...notes] };
  const review = await submitReview(deps, { listenerId: caller.userId, client: seedClient }, submitted, {
    key: randomUUID(),
  });
  await judgeReview(deps, review.id);
}

interface Hearing extends Pick<SampleReview, 'trackId' | 'unpaidSeconds'> {
  readonly durationSeconds: number;
}

/** The paid minute, and what the listener hears after it until they write or the track is over. */
async function listen(deps: Listening, { userId }: Caller, hearing: Hearing): Promise<void> {
  const { trackId, unpaidSeconds, durationSeconds } = hearing;
  const session = { trackId, sessionId: randomUUID() };
  let positionSeconds = 0;
  const report = (event: PlaybackReport['event'], playing = true) =>
    recordPlayEvent(deps, userId, { ...session, event, positionSeconds, playing });
  const playTo = async (seconds: number) => {
    await report('start');
    while (positionSeconds < seconds) {
      deps.clock.advance(beatSeconds);
      positionSeconds += beatSeconds;
      await report('beat');
    }
  };
  await playTo(requiredListeningSeconds);
  await report('pause', false);
  if (unpaidSeconds === 0) return;
  await report('continue', false);
  await playTo(requiredListeningSeconds + unpaidSeconds);
  if (positionSeconds + 1 > durationSeconds) await report('end', false);
  else await report('typed');
}

/** Counts the audio as delivered: samples have no browser that would fetch it. */
async function deliverAudio(deps: Dependencies, link: string): Promise<void> {
  const [payload = '', mac = ''] = (link.split('/').at(-1) ?? '').split('.');
  const audio = await openAudio(deps, { payload, mac });
  const { assignmentId, byteLength, durationMs } = audio;
  if (assignmentId === null) return;
  const sent = { assignmentId, byteLength, durationMs, isPaced: false };
  await bookAudio(deps, sent, undefined, { from: 0, to: byteLength });
}

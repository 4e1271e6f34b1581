import { randomUUID } from 'node:crypto';
import type { PromptAnswers, ReviewNote } from '#contract/review-help.ts';
import type { Caller } from '#server/caller.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { nextTrack } from '#server/listening/next-track.ts';
import { recordPlayEvent } from '#server/listening/record-play-event.ts';
import { judgeReview } from '#server/reviews/judge-review.ts';
import { submitReview } from '#server/reviews/submit-review.ts';
import { countBytesSent } from '#server/tracks/count-bytes-sent.ts';
import { openAudio } from '#server/tracks/open-audio.ts';
import { seedClient } from './seed-client.ts';
import type { SteppingClock } from './stepping-clock.ts';

/** As long as one report may vouch for. */
const beatSeconds = 6;
/** Sent at the very second of the unlock, again and again, it would be doubted. */
const writingSeconds = 25;

export interface SampleReview {
  readonly trackId: string;
  readonly rating: number;
  readonly comment: string;
  readonly prompts: PromptAnswers;
  readonly notes: readonly ReviewNote[];
  readonly seconds: number;
}

/** Listens, reviews and is judged through the product's own acts, in the time of the stepping clock. */
export async function makeReview(
  deps: Dependencies & { clock: SteppingClock },
  caller: Caller,
  sample: SampleReview,
): Promise<void> {
  const { trackId, rating, comment, prompts, notes, seconds } = sample;
  const served = await nextTrack(deps, caller, seedClient, trackId);
  if (served?.trackId !== trackId) throw new Error('The sample track was not served.');
  await deliverAudio(deps, served.playbackLink.url);
  const report = { trackId, sessionId: randomUUID(), positionSeconds: 0, playing: true };
  await recordPlayEvent(deps, caller.userId, { ...report, event: 'start' });
  for (let position = beatSeconds; position <= seconds; position += beatSeconds) {
    deps.clock.advance(beatSeconds);
    await recordPlayEvent(deps, caller.userId, { ...report, event: 'beat', positionSeconds: position });
  }
  deps.clock.advance(writingSeconds);
  const submitted = { trackId, rating, comment, prompts, notes: [...notes] };
  const review = await submitReview(deps, { listenerId: caller.userId, client: seedClient }, submitted, {
    key: randomUUID(),
  });
  await judgeReview(deps, review.id);
}

/** Counts the audio as delivered: samples have no browser that would fetch it. */
async function deliverAudio(deps: Dependencies, link: string): Promise<void> {
  const [payload = '', mac = ''] = (link.split('/').at(-1) ?? '').split('.');
  const audio = await openAudio(deps, { payload, mac });
  if (audio.assignmentId) await countBytesSent(deps, audio.assignmentId, audio.byteLength);
}

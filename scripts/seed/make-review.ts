import { randomUUID } from 'node:crypto';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { AskedQuestion, QuestionAnswers } from '#contract/music/questions/questions.ts';
import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { Comparison } from '#contract/reviewing/listening/listening.ts';
import type { PromptAnswers } from '#contract/reviewing/reviews/review-help.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { openAudio } from '#server/music/tracks/audio/open-audio.ts';
import { bookAudio } from '#server/music/tracks/audio/paced-audio.ts';
import { comparisonOf } from '#server/music/tracks/comparison.ts';
import { otherSide } from '#server/music/tracks/version-rules.ts';
import { chooseVersion } from '#server/reviewing/listening/choose-version.ts';
import { markMoment } from '#server/reviewing/listening/mark-moment.ts';
import { nextTrack } from '#server/reviewing/listening/next-track.ts';
import { type PlaybackReport, recordPlayEvent } from '#server/reviewing/listening/record-play-event.ts';
import { skipTrack } from '#server/reviewing/listening/skip-track.ts';
import { approveAutomatically } from '#server/reviewing/reviews/after-decision.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import { submitReview } from '#server/reviewing/reviews/submit-review.ts';
import { jumpSeconds, type SampleHearing } from './sample-hearing.ts';
import { seedClient } from './seed-client.ts';
import type { SteppingClock } from './stepping-clock.ts';

/** The most seconds that one report may cover. */
const beatSeconds = 6;
/** A comment sent in the very second of the unlock, every time, would be flagged. */
const writingSeconds = 25;
/** Longer than the longest pause allowed. */
const restSeconds = 12;

export type Listening = Dependencies & { readonly clock: SteppingClock };

export interface SampleReview {
  readonly trackId: string;
  readonly comment: string;
  readonly prompts: PromptAnswers;
  readonly hearing: SampleHearing;
  /** It is left to a person. */
  readonly isDoubtful?: boolean;
  /** For a returning reviewer of the former version. */
  readonly prefers?: 'new' | 'former' | 'none';
}

/**
 * Listens to a track, reviews it and has the review judged, through the product's own use cases and in the time of the
 * stepping clock.
 */
export async function makeReview(deps: Listening, caller: Caller, sample: SampleReview): Promise<void> {
  const { trackId, comment, prompts, hearing } = sample;
  const { durationSeconds, questions, comparison } = await serve(deps, caller, trackId);
  if (comparison === null) await listen(deps, caller, { ...hearing, trackId, durationSeconds });
  else await compare(deps, caller, trackId, comparison, sample.prefers ?? 'none');
  for (const moment of hearing.moments) await markMoment(deps, caller.userId, trackId, moment);
  deps.clock.advance(writingSeconds);
  const { rating, notes } = hearing;
  const answers = questions.flatMap((question) => sampleAnswer(question, rating, comment));
  const typing = { typedLetters: comment.length, pastedLetters: 0, textMilliseconds: writingSeconds * 1000 };
  const submitted = { trackId, rating, comment, prompts, notes: [...notes], answers, typing };
  const review = await submitReview(deps, { listenerId: caller.userId, client: seedClient }, submitted, {
    key: randomUUID(),
  });
  await judgeReview(deps, review.id);
  // Samples are put together from some sentences, which no two real reviews share.
  if (sample.isDoubtful) return;
  const known = { id: review.id, listenerId: caller.userId };
  await deps.database.transaction((tx) => approveAutomatically(tx, deps, known));
}

/** Listens to a part of the first minute, marks "I would skip here" and skips. */
export async function makeSkip(
  deps: Listening,
  caller: Caller,
  { trackId, atSecond }: { readonly trackId: string; readonly atSecond: number },
): Promise<void> {
  await serve(deps, caller, trackId);
  await play(deps, caller, { trackId, from: 0, to: atSecond });
  await skipTrack(deps, caller.userId, trackId);
}

/** Hears both versions, half of the paid minute each, and chooses one. */
async function compare(
  deps: Listening,
  caller: Caller,
  trackId: string,
  { a, b }: Comparison,
  prefers: 'new' | 'former' | 'none',
): Promise<void> {
  const half = requiredListeningSeconds / 2;
  const session = { trackId, sessionId: randomUUID() };
  await play(deps, caller, { ...session, from: 0, to: half, side: 'a' });
  await play(deps, caller, { ...session, from: half, to: 2 * half, side: 'b' });
  for (const { playbackLink } of [a, b]) await deliverAudio(deps, playbackLink.url);
  const isOf = { listenerId: caller.userId, trackId, isReturning: true };
  const blind = await deps.database.transaction((tx) => comparisonOf(tx, isOf));
  if (!blind) throw new Error('There is no comparison.');
  const former = otherSide(blind.newSide);
  const choice = { new: blind.newSide, former, none: 'none' as const }[prefers];
  await chooseVersion(deps, caller, { trackId, choice });
}

/** Has the track served and its audio delivered. */
async function serve(deps: Listening, caller: Caller, trackId: string) {
  const { track: served } = await nextTrack(deps, caller, seedClient, { trackId });
  if (served?.trackId !== trackId) throw new Error('The sample track was not served.');
  await deliverAudio(deps, served.playbackLink.url);
  return served;
}

const sampleLines = ['Early Metallica', 'Tool, with more air', 'Nothing I know'];

/** Most listeners answer; some leave text questions blank. */
function sampleAnswer(
  { id, kind, choices }: AskedQuestion,
  rating: number,
  comment: string,
): QuestionAnswers {
  const line = sampleLines[comment.length % (sampleLines.length + 1)];
  if (kind === 'line') return line === undefined ? [] : [{ questionId: id, answer: line }];
  return [{ questionId: id, answer: kind === 'scale' ? rating : 1 + ((rating + 1) % choices.length) }];
}

interface Hearing extends SampleHearing {
  readonly trackId: string;
  readonly durationSeconds: number;
}

/** Plays the paid minute, and then the unpaid time until the listener stops or the track ends. */
async function listen(deps: Listening, caller: Caller, hearing: Hearing): Promise<void> {
  const { trackId, unpaidSeconds, durationSeconds, jumpsAt, stop } = hearing;
  const jump = jumpsAt === null ? 0 : jumpSeconds;
  const minuteEnd = requiredListeningSeconds + jump;
  const session = { trackId, sessionId: randomUUID() };
  if (jumpsAt !== null) await play(deps, caller, { ...session, from: 0, to: jumpsAt, isStart: true });
  await play(deps, caller, {
    ...session,
    from: jumpsAt === null ? 0 : jumpsAt + jump,
    to: minuteEnd,
    isStart: jumpsAt === null,
  });
  const report = (event: PlaybackReport['event'], positionSeconds: number) =>
    recordPlayEvent(deps, caller.userId, { ...session, event, positionSeconds, playing: false });
  await report('pause', minuteEnd);
  const end = Math.min(durationSeconds, minuteEnd + unpaidSeconds);
  if (unpaidSeconds === 0 || end <= minuteEnd) return;
  await report('continue', minuteEnd);
  await play(deps, caller, { ...session, from: minuteEnd, to: end, isStart: true });
  if (end + 1 > durationSeconds) await report('end', end);
  else if (stop === 'typed') await report('typed', end);
  else if (stop !== 'sent') {
    await report(stop === 'paused' ? 'pause' : 'beat', end);
    deps.clock.advance(restSeconds);
  }
}

interface Stretch {
  readonly trackId: string;
  readonly sessionId?: string;
  readonly from: number;
  readonly to: number;
  /** If false, the listener jumps there during playback. */
  readonly isStart?: boolean;
  /** In a comparison, the version that is heard. */
  readonly side?: ComparedSide;
}

/** Plays a part of the track, with a report at the longest interval allowed. */
async function play(deps: Listening, { userId }: Caller, stretch: Stretch): Promise<void> {
  const { trackId, sessionId = randomUUID(), from, to, isStart = true, side } = stretch;
  const report = (event: PlaybackReport['event'], positionSeconds: number) =>
    recordPlayEvent(deps, userId, { trackId, sessionId, event, positionSeconds, playing: true, side });
  await report(isStart ? 'start' : 'seek', from);
  for (let position = from; position < to; ) {
    const seconds = nextBeat(to - position);
    deps.clock.advance(seconds);
    position += seconds;
    await report('beat', position);
  }
}

/** Seconds until the next report, so that the last one does not come too soon. */
const nextBeat = (left: number): number =>
  left > beatSeconds && left < 1.5 * beatSeconds ? left / 2 : Math.min(beatSeconds, left);

/** Counts the audio as delivered, because samples have no browser to fetch it. */
async function deliverAudio(deps: Dependencies, link: string): Promise<void> {
  const [payload = '', mac = ''] = (link.split('/').at(-1) ?? '').split('.');
  const audio = await openAudio(deps, { payload, mac });
  const { delivery, byteLength, durationMs } = audio;
  if (delivery === null) return;
  const sent = { delivery, byteLength, durationMs, isPaced: false };
  await bookAudio(deps, sent, undefined, { from: 0, to: byteLength });
}

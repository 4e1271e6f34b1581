import { playEventThrottleMilliseconds, requiredListeningSeconds } from '#contract/business-rules.ts';
import { coveredMilliseconds, longestSilenceMilliseconds } from '../../music/tracks/audio/player-rules.ts';

/** A session that reported within this time keeps other sessions of the listener from counting. */
const sessionHoldMilliseconds = 10_000;
export const unlockMilliseconds = requiredListeningSeconds * 1000;

/** A listener's one listening clock, as of the last report. */
export interface ListeningClock {
  readonly sessionId: string;
  readonly playing: boolean;
  readonly positionMs: number;
  readonly beatAt: Date;
}

export interface Beat {
  readonly sessionId: string;
  readonly event: string;
  readonly playing: boolean;
  readonly positionMs: number;
}

/** Whether another session of the listener is playing now, so that this one may not count. */
export function isHeldByAnother(clock: ListeningClock, beat: Beat, now: Date): boolean {
  if (clock.sessionId === beat.sessionId || !clock.playing) return false;
  return now.getTime() - clock.beatAt.getTime() < sessionHoldMilliseconds;
}

/**
 * Whether a beat follows the session's last report sooner than the rate limit allows. Other events are rare, and a tab
 * becoming hidden or visible must be recorded at once, because its time starts or stops counting.
 */
export function isTooEarly(
  clock: ListeningClock,
  beat: Beat,
  now: Date,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): boolean {
  if (beat.event !== 'beat' || clock.sessionId !== beat.sessionId) return false;
  if (beat.playing !== clock.playing) return false;
  return now.getTime() - clock.beatAt.getTime() < (seconds * 1000) / most;
}

/**
 * Milliseconds that a report earns: at most the server's own time since the last report, the progress of the position,
 * and six seconds (threats T9). Nothing for time that started paused, hidden or in another session, nor for a jump.
 */
export function creditedMilliseconds(clock: ListeningClock | undefined, beat: Beat, now: Date): number {
  if (!clock || clock.sessionId !== beat.sessionId || !clock.playing) return 0;
  if (beat.event === 'seek' || beat.event === 'start') return 0;
  const elapsed = now.getTime() - clock.beatAt.getTime();
  const advanced = beat.positionMs - clock.positionMs;
  return Math.max(0, Math.floor(Math.min(elapsed, advanced, longestSilenceMilliseconds)));
}

/** Milliseconds that a report covers, whether or not they count as listening. */
export function reportedMilliseconds(clock: ListeningClock | undefined, beat: Beat, now: Date): number {
  const isJump = beat.event === 'seek' || beat.event === 'start' || beat.sessionId !== clock?.sessionId;
  return coveredMilliseconds(clock, { positionMs: beat.positionMs, isJump }, now);
}

/** Whether to write the play event now: always for changes of state, at most every two seconds for plain beats. */
export function isPlayEventDue(event: string, lastWritten: Date | undefined, now: Date): boolean {
  if (event !== 'beat' || !lastWritten) return true;
  return now.getTime() - lastWritten.getTime() >= playEventThrottleMilliseconds;
}

export interface DeliveredAudio {
  /** Distinct bytes: what was sent twice counts once. */
  readonly bytesSent: number;
  readonly byteLength: number;
  readonly durationMs: number;
}

/**
 * Milliseconds of music in the delivered bytes, with a tolerance of a tenth for what browsers skip. A bot that never
 * downloads the audio has heard nothing (threats T11).
 */
export function deliveredMilliseconds(audio: DeliveredAudio): number {
  return Math.floor(((audio.bytesSent / audio.byteLength) * audio.durationMs) / 0.9);
}

/**
 * Milliseconds of listening that a review can rely on: counted by the server's clock and covered by delivered audio.
 */
export function provenMilliseconds(listenedMs: number, audio: DeliveredAudio): number {
  // Browsers replay a track shorter than a minute from their own copy, so one full delivery is enough.
  if (audio.durationMs < unlockMilliseconds) {
    return deliveredMilliseconds(audio) >= audio.durationMs
      ? listenedMs
      : Math.min(listenedMs, deliveredMilliseconds(audio));
  }
  return Math.min(listenedMs, deliveredMilliseconds(audio));
}

interface LeaseTime {
  readonly leaseMinutes: number;
}

const minute = 60_000;

/** When a lease given now expires. */
export const leaseEnd = ({ leaseMinutes }: LeaseTime, now: Date): Date =>
  new Date(now.getTime() + leaseMinutes * minute);

/**
 * When a lease expires that a report of playback renews: not before its time, and at the end of a minute, so that most
 * reports leave it as it is. A changed one costs PostgreSQL a new entry in every index of the lease.
 */
export const reportedLeaseEnd = (lease: LeaseTime, now: Date): Date =>
  new Date(Math.ceil(leaseEnd(lease, now).getTime() / minute) * minute);

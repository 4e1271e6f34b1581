import { playEventThrottleMilliseconds, requiredListeningSeconds } from '#contract/business-rules.ts';

/** A silence longer than this earns no more than this: a beat vouches for the last six seconds (threats T9). */
export const longestCreditMilliseconds = 6000;
/** Another session that reported within this time holds the listener's clock. */
export const sessionHoldMilliseconds = 10_000;
export const unlockMilliseconds = requiredListeningSeconds * 1000;

/** The one listening clock of a listener, as the last report left it. */
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
 * Whether a beat comes sooner after the session's last report than the limit of beats allows. Other events are rare, and
 * a tab that hides or shows must be heard at once: its time stops or begins to count.
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
 * Milliseconds that a report earns: no more than the server's own clock since the last report, than the position moved
 * forward, and than six seconds; nothing for time that began paused, hidden or in another session, nor for a jump.
 */
export function creditedMilliseconds(clock: ListeningClock | undefined, beat: Beat, now: Date): number {
  if (!clock || clock.sessionId !== beat.sessionId || !clock.playing) return 0;
  if (beat.event === 'seek' || beat.event === 'start') return 0;
  const elapsed = now.getTime() - clock.beatAt.getTime();
  const advanced = beat.positionMs - clock.positionMs;
  return Math.max(0, Math.floor(Math.min(elapsed, advanced, longestCreditMilliseconds)));
}

/**
 * Milliseconds that a report covers, whether they count as listening or not: hidden tabs and awaited sound do. No more
 * than the server's own clock since the last report; after a longer silence no more than the position moved on.
 */
export function reportedMilliseconds(clock: ListeningClock | undefined, beat: Beat, now: Date): number {
  if (!clock) return 0;
  const elapsed = Math.max(0, now.getTime() - clock.beatAt.getTime());
  const isJump = beat.event === 'seek' || beat.event === 'start' || beat.sessionId !== clock.sessionId;
  const advanced = isJump ? 0 : beat.positionMs - clock.positionMs;
  return Math.floor(Math.min(elapsed, Math.max(longestCreditMilliseconds, advanced)));
}

/** Whether the play event is due to be written: every turn of events at once, plain beats at most one in two seconds. */
export function isPlayEventDue(event: string, lastWritten: Date | undefined, now: Date): boolean {
  if (event !== 'beat' || !lastWritten) return true;
  return now.getTime() - lastWritten.getTime() >= playEventThrottleMilliseconds;
}

export interface DeliveredAudio {
  /** Different ones: what was sent twice counts once. */
  readonly bytesSent: number;
  readonly byteLength: number;
  readonly durationMs: number;
}

/**
 * Milliseconds of music that the delivered bytes can hold at most, with a tenth of tolerance for what browsers skip.
 * A bot that never fetches the audio has heard nothing (threats T11).
 */
export function deliveredMilliseconds(audio: DeliveredAudio): number {
  return Math.floor(((audio.bytesSent / audio.byteLength) * audio.durationMs) / 0.9);
}

/** Milliseconds of listening that the server vouches for at a review: what its clock counted and its audio delivered. */
export function provenMilliseconds(listenedMs: number, audio: DeliveredAudio): number {
  // A track shorter than a minute is heard again from the browser's own copy: once whole is enough.
  if (audio.durationMs < unlockMilliseconds) {
    return deliveredMilliseconds(audio) >= audio.durationMs
      ? listenedMs
      : Math.min(listenedMs, deliveredMilliseconds(audio));
  }
  return Math.min(listenedMs, deliveredMilliseconds(audio));
}

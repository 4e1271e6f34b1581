import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../../../dependencies.ts';
import type { DeliveryRecord } from './lease-delivery.ts';
import type { OpenAudio } from './open-audio.ts';
import {
  type Bytes,
  bookedAtOnce,
  type Delivered,
  joined,
  mayBeSent,
  newAmong,
  openedBytes,
  runningStream,
  type Stream,
  sizeOf,
  waitMilliseconds,
} from './paced-audio-rules.ts';
import { longestSilenceMilliseconds } from './player-rules.ts';

interface PacedAudio {
  readonly delivery: DeliveryRecord;
  readonly byteLength: number;
  readonly durationMs: number;
  /** False for the artist and admins, whose bytes are recorded as well. */
  readonly isPaced: boolean;
}

interface Booked {
  /** The position up to which bytes may be sent now; equals the requested start if the stream has to wait. */
  readonly to: number;
  readonly stream: Stream;
  /** How long to wait, by the number of waits so far. */
  readonly waitMilliseconds: (waits: number) => number;
}

/**
 * Books bytes before they are sent, so that a crash gives nothing away, and resending costs nothing. Undefined if the
 * track may not be heard any more.
 */
export function bookAudio(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { delivery, byteLength, durationMs, isPaced }: PacedAudio,
  stream: Stream | undefined,
  wanted: Bytes,
): Promise<Booked | undefined> {
  return database.transaction(async (tx) => {
    const row = await delivery.lock(tx, clock.now());
    if (!row) return undefined;
    const now = clock.now();
    // How long after its last report a player is assumed to be playing.
    const unreportedMs =
      row.isPlaying && row.beatAt
        ? Math.max(0, Math.min(longestSilenceMilliseconds, now.getTime() - row.beatAt.getTime()))
        : 0;
    const before: Delivered = {
      byteLength,
      durationMs,
      delivered: stretchesOf(row.delivered),
      playedMs: row.reportedMs + unreportedMs,
      isComing: row.isComing,
    };
    const running = runningStream(before, stream);
    const to = isPaced ? mayBeSent(before, running, wanted) : wanted.to;
    const newBytes = newAmong(before.delivered, { from: wanted.from, to });
    const wait = (waits: number) => waitMilliseconds(before, running, waits);
    if (newBytes === 0) return { to, stream: running, waitMilliseconds: wait };
    const delivered = joined(before.delivered, { from: wanted.from, to }, byteLength);
    const bytes = sizeOf(delivered);
    const openedAt = bytes > openedBytes(before) ? now : null;
    await row.store({ delivered: textOf(delivered), bytes, openedAt });
    const sent = { ...running, newBytes: running.newBytes + newBytes };
    return { to, stream: sent, waitMilliseconds: wait };
  });
}

const stretchesOf = (ends: readonly number[]): Bytes[] =>
  Array.from({ length: ends.length / 2 }, (_, i) => ({ from: ends[2 * i] ?? 0, to: ends[2 * i + 1] ?? 0 }));

const textOf = (stretches: readonly Bytes[]): string =>
  `{${stretches.map(({ from, to }) => `[${from},${to})`).join(',')}}`;

/** Retries while the database is unreachable. The player has buffered audio in the meantime. */
const mostFailures = 4;
const failureMilliseconds = 2000;

/**
 * Paces one response: resolves with how many of its next bytes may be sent, waiting until some may. Bytes for listeners
 * and guests are booked first; others, such as the artist, are neither paced nor booked. Rejects if the listener
 * disconnected or is no longer served the track.
 */
export function pacedBytes(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { delivery, byteLength, durationMs, isPaced }: OpenAudio,
  wanted: Bytes,
  gone: AbortSignal,
): (bytes: number) => Promise<number> {
  if (delivery === null) return (bytes) => Promise.resolve(bytes);
  const audio = { delivery, byteLength, durationMs, isPaced };
  let at = wanted.from;
  let bookedTo = wanted.from;
  let last: Booked | undefined;

  const bookNext = async (): Promise<Booked> => {
    const next = { from: at, to: Math.min(wanted.to, at + bookedAtOnce(audio)) };
    for (let failures = 0; ; failures += 1) {
      try {
        const booked = await bookAudio({ database, clock }, audio, last?.stream, next);
        if (booked) return booked;
      } catch (error) {
        if (failures === mostFailures) throw error;
        await sleep(failureMilliseconds, undefined, { signal: gone });
        continue;
      }
      throw new Error('The track is not served any more.');
    }
  };
  return async (bytes) => {
    for (let waits = 0; bookedTo <= at; waits += 1) {
      if (last && waits > 0) await clock.wait(last.waitMilliseconds(waits), gone);
      last = await bookNext();
      bookedTo = last.to;
    }
    const allowed = Math.min(bytes, bookedTo - at);
    at += allowed;
    return allowed;
  };
}

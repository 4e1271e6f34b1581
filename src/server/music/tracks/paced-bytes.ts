import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { type Booked, bookAudio } from './book-audio.ts';
import type { OpenAudio } from './open-audio.ts';
import { type Bytes, bookedAtOnce } from './paced-audio-rules.ts';

/** Retries while the database is unreachable. The player has buffered audio in the meantime. */
const mostFailures = 4;
const failureMilliseconds = 2000;

/**
 * Paces one response: resolves with how many of its next bytes may be sent, waiting until some may. Bytes for a
 * listener are booked first; others, such as the artist, are neither paced nor booked. Rejects if the listener
 * disconnected or is no longer served the track.
 */
export function pacedBytes(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { leaseId, isFormer, byteLength, durationMs, isPaced }: OpenAudio,
  wanted: Bytes,
  gone: AbortSignal,
): (bytes: number) => Promise<number> {
  if (leaseId === null) return (bytes) => Promise.resolve(bytes);
  const audio = { leaseId, isFormer, byteLength, durationMs, isPaced };
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

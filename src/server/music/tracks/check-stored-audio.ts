import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { checkLater, readUnchecked } from './audio-checks-store.ts';
import { checkAudio } from './check-audio.ts';

/** The job's name; it runs hourly. */
export const checkStoredAudioJob = 'check-stored-audio';

/** Bytes per run; the next run continues. That is 48 GiB a day. */
const mostBytes = 2 * 1024 ** 3;

/**
 * Compares stored files with their uploads, longest unchecked first, each at most once a day. Skipped if the storage
 * verifies content itself. A file that cannot be read is retried a day later, so that it does not hold up the others.
 * Returns how many were checked.
 * @throws AggregateError at the end, if any could not be read
 */
export async function checkStoredAudio(
  deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>,
): Promise<number> {
  if (deps.storage.checksContent) return 0;
  const before = new Date(deps.clock.now().getTime() - dayMilliseconds);
  const failures: unknown[] = [];
  let files = 0;
  for (let bytes = 0; bytes < mostBytes; ) {
    const unchecked = await readUnchecked.all(deps.database, { before });
    if (unchecked.length === 0) break;
    for (const file of unchecked) {
      try {
        await checkAudio(deps, file);
        files += 1;
      } catch (error) {
        await checkLater.run(deps.database, { audioFileId: file.audioFileId, now: deps.clock.now() });
        failures.push(new Error(`The audio file ${file.audioFileId} could not be read.`, { cause: error }));
      }
      bytes += file.byteLength;
      if (bytes >= mostBytes) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some audio files could not be checked.');
  return files;
}

import type { Metrics } from '../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { sharedRead } from '../../foundation/work-queue.ts';
import { countDamaged, sumStoredBytes } from './audio-checks-store.ts';

/** Cached, because it counts every file. */
const sumKeptMilliseconds = 600_000;

/**
 * The number of stored audio files and their bytes. Scans the index of lengths: a tenth of a second per million files.
 */
export const readStoredAudio = ({ database }: Pick<Dependencies, 'database'>) =>
  sumStoredBytes.only(database, {});

/** Registers metrics of stored audio and of files that differ from their upload. */
export function watchAudio(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  const stored = sharedRead(() => readStoredAudio({ database }), sumKeptMilliseconds);
  metrics.gauge(
    'earshot_stored_audio_bytes',
    'Size of the stored audio, updated every ten minutes.',
    async () => [{ value: (await stored()).bytes }],
  );
  metrics.gauge(
    'earshot_stored_audio_files',
    'Number of stored audio files, updated every ten minutes.',
    async () => [{ value: (await stored()).files }],
  );
  metrics.gauge(
    'earshot_damaged_audio_files',
    'Stored audio files that are missing or differ from the upload. Must be 0.',
    async () => [{ value: (await countDamaged.only(database, {})).files }],
  );
}

import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import { countDamaged } from './audio-checks-store.ts';

/** Tells how many stored files are not what was uploaded. */
export function watchAudio(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  metrics.gauge(
    'earshot_damaged_audio_files',
    'Stored audio files that are missing or not what was uploaded: must be 0.',
    async () => [{ value: (await countDamaged.only(database, {})).files }],
  );
}

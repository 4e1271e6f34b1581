import type { Metrics } from '../adapters/metrics/metrics.ts';
import type { Dependencies } from '../dependencies.ts';
import { countDamaged, sumStoredBytes } from './audio-checks-store.ts';

/** Every file is counted for it, so it is not done for each reading. */
const sumKeptMilliseconds = 600_000;

/** How many uploaded files are kept, and their bytes. Reads the index of their lengths: a tenth of a second at a million. */
export const readStoredAudio = ({ database }: Pick<Dependencies, 'database'>) =>
  sumStoredBytes.only(database, {});

/** Tells how much audio is stored, and how many files are not what was uploaded. */
export function watchAudio(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  const stored = keptFor(sumKeptMilliseconds, () => readStoredAudio({ database }));
  metrics.gauge(
    'earshot_stored_audio_bytes',
    'Uploaded audio that is kept, read every ten minutes.',
    async () => [{ value: (await stored()).bytes }],
  );
  metrics.gauge(
    'earshot_stored_audio_files',
    'Uploaded files that are kept, read every ten minutes.',
    async () => [{ value: (await stored()).files }],
  );
  metrics.gauge(
    'earshot_damaged_audio_files',
    'Stored audio files that are missing or not what was uploaded: must be 0.',
    async () => [{ value: (await countDamaged.only(database, {})).files }],
  );
}

/** Reads anew only what is older. What could not be read is not kept. */
function keptFor<Value>(milliseconds: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined;
  return () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const value = read();
    kept = { value, until: performance.now() + milliseconds };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}

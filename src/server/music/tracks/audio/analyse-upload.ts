import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { ObjectMissing } from '../../../adapters/storage/object-storage.ts';
import type { Dependencies } from '../../../foundation/dependencies.ts';
import { releasedAfterUse } from '../../../foundation/release-memory.ts';
import { type AnalyseAudio, AudioAnalysisFailed, analyseAudio } from './analyse-audio.ts';
import { printLater, readUnprinted } from './recordings-store.ts';
import { keepPrint } from './same-recordings.ts';
import { readForAnalysis, saveAnalysis, saveFailedAnalysis } from './uploads-store.ts';

/** The job's name; its payload is `{ audioFileId }`. */
export const analyseUploadJob = 'analyse-audio';

/**
 * Computes peaks, loudness and fingerprint of an audio file that was not analyzed yet. Audio that cannot be decoded is
 * marked and not retried; any other failure throws, and the job is retried.
 */
export async function analyseUpload(
  { database, storage }: Pick<Dependencies, 'database' | 'storage'>,
  { audioFileId }: { audioFileId: string },
  analyse: AnalyseAudio = analyseAudio,
): Promise<void> {
  const file = await readForAnalysis.one(database, { audioFileId });
  if (!file) return;
  const content = await storage.read(file.storageKey);
  try {
    const { peaks, loudnessLufs, print } = await analyse(releasedAfterUse(content), {
      samples: file.sampleCount,
      sampleRate: file.sampleRate,
    });
    await database.transaction(async (tx) => {
      await saveAnalysis.run(tx, { audioFileId, peaks: Buffer.from(peaks), loudnessLufs });
      await keepPrint(tx, audioFileId, print);
    });
  } catch (error) {
    if (!(error instanceof AudioAnalysisFailed)) throw error;
    await saveFailedAnalysis.run(database, { audioFileId });
  } finally {
    content.destroy();
  }
}

/** The job that fingerprints recordings from before fingerprints existed. */
export const printOldRecordingsJob = 'print-old-recordings';
const atOnce = 50;
/** A file that cannot be read is retried once a day, so that failures do not fill every batch. */
const triedAgainAfter = dayMilliseconds;
const noPrint = new Int32Array();

/**
 * Fingerprints a batch; files without a track or object get an empty fingerprint. A file that cannot be read is
 * reported and retried a day later. Returns how many there were.
 */
export async function printOldRecordings(
  { database, storage, clock }: Pick<Dependencies, 'database' | 'storage' | 'clock'>,
  report: (line: string) => void,
): Promise<number> {
  const now = clock.now();
  const files = await readUnprinted.all(database, { most: atOnce, now });
  for (const { audioFileId, storageKey, sampleCount, sampleRate, isPlayed } of files) {
    const expected = { samples: sampleCount, sampleRate };
    try {
      const print = isPlayed ? await printOf(storage, storageKey, expected) : noPrint;
      await database.transaction((tx) => keepPrint(tx, audioFileId, print));
    } catch (error) {
      await printLater.run(database, { audioFileId, after: new Date(now.getTime() + triedAgainAfter) });
      report(`recording ${audioFileId} could not be fingerprinted: ${String(error)}`);
    }
  }
  return files.length;
}

async function printOf(
  storage: Dependencies['storage'],
  storageKey: string,
  expected: { readonly samples: number; readonly sampleRate: number },
): Promise<Int32Array> {
  const content = await storage.read(storageKey).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  });
  if (content === undefined) return noPrint;
  try {
    return (await analyseAudio(releasedAfterUse(content), expected)).print;
  } catch (error) {
    if (!(error instanceof AudioAnalysisFailed)) throw error;
    return noPrint;
  } finally {
    content.destroy();
  }
}

import type { Dependencies } from '../../../dependencies.ts';
import { releasedAfterUse } from '../../../foundation/release-memory.ts';
import { type AnalyseAudio, AudioAnalysisFailed, analyseAudio } from './analyse-audio.ts';
import { storePrint } from './same-recordings.ts';
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
      await storePrint(tx, audioFileId, print);
    });
  } catch (error) {
    if (!(error instanceof AudioAnalysisFailed)) throw error;
    await saveFailedAnalysis.run(database, { audioFileId });
  } finally {
    content.destroy();
  }
}

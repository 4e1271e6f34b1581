import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import { packedPrint, sampledTerms } from './print-rules.ts';
import { savePrint, trackOfFile } from './prints-store.ts';

/** The job that searches other artists' tracks for the same recording. */
export const findSameRecordingsJob = 'find-same-recordings';

export const lookForSame = (tx: Transaction, trackId: string): Promise<void> =>
  enqueue(tx, {
    name: findSameRecordingsJob,
    payload: { trackId },
    key: `${findSameRecordingsJob}:${trackId}`,
  });

/** Stores a recording's fingerprint, and searches for others once it is a track. */
export async function keepPrint(tx: Transaction, audioFileId: string, print: Int32Array): Promise<void> {
  await savePrint.run(tx, { audioFileId, print: packedPrint(print), sampled: sampledTerms(print) });
  const made = await trackOfFile.one(tx, { audioFileId });
  if (made) await lookForSame(tx, made.trackId);
}

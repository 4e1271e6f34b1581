import type { Transaction } from '../adapters/database/database.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import { packedPrint, sampledTerms } from './print-rules.ts';
import { savePrint, trackOfFile } from './prints-store.ts';

/** The name of the job that looks for other artists' tracks of the same recording. */
export const findSameRecordingsJob = 'find-same-recordings';

export const lookForSame = (tx: Transaction, trackId: string): Promise<void> =>
  enqueue(tx, {
    name: findSameRecordingsJob,
    payload: { trackId },
    key: `${findSameRecordingsJob}:${trackId}`,
  });

/** Keeps what a recording is known by, and looks for others like it once it is a track. */
export async function keepPrint(tx: Transaction, audioFileId: string, print: Int32Array): Promise<void> {
  await savePrint.run(tx, { audioFileId, print: packedPrint(print), sampled: sampledTerms(print) });
  const made = await trackOfFile.one(tx, { audioFileId });
  if (made) await lookForSame(tx, made.trackId);
}

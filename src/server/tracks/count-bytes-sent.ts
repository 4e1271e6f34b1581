import type { Dependencies } from '../dependencies.ts';
import { addBytesSent } from './playback-store.ts';

/** Adds bytes of audio that reached a listener to the open assignment; a closed one stays as it was. */
export async function countBytesSent(
  { database }: Pick<Dependencies, 'database'>,
  assignmentId: string,
  bytes: number,
): Promise<void> {
  await addBytesSent.run(database, { assignmentId, bytes });
}

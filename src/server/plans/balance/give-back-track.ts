import type { Transaction } from '../../adapters/database/database.ts';
import { openAssignments } from './assignments-store.ts';
import { addHouseLot } from './lots.ts';
import { lockArtist } from './lots-store.ts';

/**
 * Brings the artist of a track that was taken down by mistake what a missed date would: the reviews that it still lacks, up to
 * the same bound, and the upload. The track keeps its own. Once for a track; null if there is nothing to bring.
 */
export async function giveBackTrack(
  tx: Transaction,
  { trackId, artistId, now }: { readonly trackId: string; readonly artistId: string; readonly now: Date },
): Promise<number | null> {
  await lockArtist.only(tx, { artistId });
  const assignments = await openAssignments.all(tx, { trackId });
  const [newest] = assignments;
  if (!newest) return null;
  const missing = assignments.reduce((sum, { open }) => sum + open, 0);
  const { lotId } = newest;
  const house = { artistId, source: 'takedown', causeId: trackId, lotId, missing, now } as const;
  return addHouseLot(tx, { ...house, trackId, bringsUpload: true });
}

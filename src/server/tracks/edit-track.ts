import type { z } from 'zod';
import type { editTrack as editTrackCall, OwnTrack } from '#contract/tracks.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { readOwnTrack } from './read-own-track.ts';
import { changeTrack } from './tracks-store.ts';

type Change = z.output<typeof editTrackCall.body>;

/** Changes what is given of one of the artist's own tracks. Refuses not_found and track_deleted. */
export function editTrack(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  artistId: string,
  trackId: string,
  { title, genre, description }: Change,
): Promise<OwnTrack> {
  return database.transaction(async (transaction) => {
    const changed = await changeTrack.run(transaction, {
      trackId,
      artistId,
      title: title ?? null,
      genre: genre ?? null,
      keepsDescription: description === undefined,
      description: description || null,
    });
    const track = await readOwnTrack({ database: transaction, clock }, artistId, trackId);
    return changed === 0 ? refuse('track_deleted') : track;
  });
}

import type { OwnTrack, TrackChange } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readOwnTrack } from './read-own-track.ts';
import { refuseGone } from './refuse-gone.ts';
import { changeTrack } from './tracks-store.ts';

/** Updates the given fields of the artist's own track. @throws Refusal not_found, track_deleted, track_taken_down */
export function editTrack(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  artistId: string,
  trackId: string,
  change: TrackChange,
): Promise<OwnTrack> {
  return database.transaction(async (transaction) => {
    const changed = await changeTrack.run(transaction, { trackId, artistId, ...change });
    const track = await readOwnTrack({ database: transaction, clock, keys }, artistId, trackId);
    return changed === 0 ? refuseGone(track.status) : track;
  });
}

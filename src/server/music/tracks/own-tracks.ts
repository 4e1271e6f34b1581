import type { Answer } from '#contract/call.ts';
import type {
  listOwnTracks as listOwnTracksCall,
  OwnTrack,
  TrackChange,
} from '#contract/music/tracks/tracks.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { closePlacesOf } from '../../plans/balance/assign-reviews.ts';
import { readAssignments } from '../../plans/balance/read-balance.ts';
import { endServing } from './end-serving.ts';
import { toOwnTrack } from './track-rules.ts';
import {
  activeTrackOf,
  changeTrack,
  emptyGuests,
  markDeleted,
  readTrackOfArtist,
  readTracksOfArtist,
} from './tracks-store.ts';

/** The artist's own track, deleted or not. @throws Refusal not_found, including for others' tracks */
export async function readOwnTrack(
  { database, clock, keys }: Pick<Dependencies, 'clock' | 'keys'> & { readonly database: Queryable },
  artistId: string,
  trackId: string,
): Promise<OwnTrack> {
  const now = clock.now();
  const row = await readTrackOfArtist.one(database, { trackId, artistId, now });
  if (!row) return refuse('not_found');
  const assignments = await readAssignments(database, [trackId]);
  return toOwnTrack(row, assignments(trackId), now, keys.coverLinks);
}

const pageSize = 24;

/**
 * A page of the artist's tracks, newest first, including deleted ones.
 * @throws Refusal malformed for an invalid cursor
 */
export async function listOwnTracks(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  artistId: string,
  cursor: string | undefined,
): Promise<Answer<typeof listOwnTracksCall>> {
  const now = clock.now();
  const rows = await readTracksOfArtist.all(database, {
    artistId,
    now,
    ...decodeCursor(cursor),
    most: pageSize + 1,
  });
  const assignments = await readAssignments(
    database,
    rows.map(({ id }) => id),
  );
  return pageOfRows(rows, pageSize, (row) => toOwnTrack(row, assignments(row.id), now, keys.coverLinks));
}

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

/**
 * Marks the artist's own track as deleted and ends its serving; listeners who have proven the minute may still send
 * their review. Repeats change nothing.
 * @throws Refusal not_found
 */
export function deleteTrack(
  { database, clock, keys }: Pick<Dependencies, 'database' | 'clock' | 'keys'>,
  artistId: string,
  trackId: string,
): Promise<OwnTrack> {
  const now = clock.now();
  return database.transaction(async (transaction) => {
    // Leases first, then the track: the order in which listeners' own calls lock them.
    if (await activeTrackOf.one(transaction, { trackId, artistId })) {
      await endServing(transaction, { trackIds: [trackId], why: 'deleted', now });
    }
    if ((await markDeleted.run(transaction, { trackId, artistId })) > 0) {
      await closePlacesOf(transaction, trackId, now);
      for (const left of emptyGuests) await left.run(transaction, { trackId });
    }
    return readOwnTrack({ database: transaction, clock, keys }, artistId, trackId);
  });
}

/** Refuses an action that needs an existing track. @throws Refusal track_deleted, track_taken_down */
export const refuseGone = (status: 'active' | 'deleted' | 'taken_down'): never =>
  refuse(status === 'taken_down' ? 'track_taken_down' : 'track_deleted');

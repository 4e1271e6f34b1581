import type { Answer } from '#contract/call.ts';
import { type listTrackNotes as listTrackNotesCall, shownNotes } from '#contract/reviews.ts';
import type { Caller } from '../caller.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireTrackOwner } from './require-track-owner.ts';
import { trackNotes } from './review-store.ts';

/** Notes on the caller's own track, in the order of the track; an admin may look too. Refuses 'not_found'. */
export async function listTrackNotes(
  { database }: Pick<Dependencies, 'database'>,
  caller: Caller,
  trackId: string,
): Promise<Answer<typeof listTrackNotesCall>> {
  await requireTrackOwner(database, caller, trackId);
  const notes = await trackNotes.all(database, { trackId, most: shownNotes });
  return { notes: notes.toSorted((a, b) => a.atSecond - b.atSecond) };
}

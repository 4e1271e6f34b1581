import type { UnpaidAnswer } from '#contract/reviewing/listening/empty-queue.ts';
import type { TrackListener } from '#contract/reviewing/listening/listening.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { ownTrack, trackListeners } from './hearing-store.ts';
import { readUnpaidAnswers } from './unpaid-store.ts';

const pageSize = 20;

/** Listeners of the artist's own track, newest first. @throws Refusal not_found */
export async function listTrackListeners(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackId: string,
  cursor: string | undefined,
): Promise<Page<TrackListener>> {
  if (!(await ownTrack.one(database, { trackId, artistId }))) refuse('not_found');
  const rows = await trackListeners.all(database, { trackId, ...decodeCursor(cursor), most: pageSize + 1 });
  return pageOfRows(rows, pageSize, ({ listenerName, createdAt, seconds }) => ({
    listenerName,
    seconds,
    heardAt: createdAt.toISOString(),
  }));
}

/** Unpaid notes on the artist's own track, newest first. @throws Refusal not_found */
export async function listUnpaidAnswers(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackId: string,
  cursor: string | undefined,
): Promise<Page<UnpaidAnswer>> {
  if (!(await ownTrack.one(database, { trackId, artistId }))) refuse('not_found');
  const rows = await readUnpaidAnswers.all(database, {
    trackId,
    ...decodeCursor(cursor),
    most: pageSize + 1,
  });
  return pageOfRows(rows, pageSize, ({ listenerName, rating, note, moments, createdAt }) => ({
    listenerName,
    rating,
    note,
    moments,
    answeredAt: createdAt.toISOString(),
  }));
}

import type { UnpaidAnswer } from '#contract/reviewing/listening/empty-queue.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { ownTrack } from './track-listeners-store.ts';
import { readUnpaidAnswers } from './unpaid-store.ts';

const pageSize = 20;

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

import type { Dependencies } from '../../foundation/dependencies.ts';
import { reviewedOf } from './review-store.ts';

/** Which of these tracks the listener has reviewed. */
export async function listReviewedTracks(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  trackIds: string[],
): Promise<{ trackIds: string[] }> {
  const reviewed = await reviewedOf.all(database, { listenerId, trackIds });
  return { trackIds: reviewed.map(({ trackId }) => trackId) };
}

import type { KeptDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { meantTrack } from '../listening/meant-track.ts';
import { readKeptDraft } from './draft-store.ts';

/** The listener's unfinished review of a track; revision 0 without one. */
export async function readDraft(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  servedId: string,
): Promise<KeptDraft> {
  const trackId = await meantTrack(database, listenerId, servedId);
  return (await readKeptDraft.one(database, { listenerId, trackId })) ?? { revision: 0, draft: null };
}

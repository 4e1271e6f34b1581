import type { z } from 'zod';
import { hasOtherWords } from '#contract/reviewing/reviews/draft-words.ts';
import type { KeptDraft, keepDraft as keepDraftCall } from '#contract/reviewing/reviews/review-drafts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { meantTrack } from '../listening/served-lease.ts';
import { stopByWriting } from '../listening/stays.ts';
import { withSetAside } from './draft-rules.ts';
import { changeDraft, lockDraft, mayDraft, readKeptDraft, startDraft } from './draft-store.ts';

type Sent = z.output<typeof keepDraftCall.body>;

/**
 * Stores a listener's unfinished review.
 * @throws Refusal not_assigned for a track that was never served to them, already_reviewed
 */
export function keepDraft(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  listenerId: string,
  servedId: string,
  { draft, seen }: Sent,
): Promise<KeptDraft> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const trackId = await meantTrack(tx, listenerId, servedId);
    const { served, reviewed } = await mayDraft.only(tx, { listenerId, trackId });
    if (reviewed) refuse('already_reviewed');
    if (!served) refuse('not_assigned');
    const first = await startDraft.one(tx, { listenerId, trackId, draft, now });
    if (first) {
      if (hasOtherWords(draft, undefined)) await stopByWriting(tx, { listenerId, trackId }, now);
      return first;
    }
    const kept = await lockDraft.one(tx, { listenerId, trackId });
    if (hasOtherWords(draft, kept?.draft)) await stopByWriting(tx, { listenerId, trackId }, now);
    const next = kept && kept.revision !== seen ? withSetAside(draft, kept.draft) : draft;
    // A submission may have deleted it in the meantime.
    return (
      (await changeDraft.one(tx, { listenerId, trackId, draft: next, now })) ?? refuse('already_reviewed')
    );
  });
}

/** The listener's unfinished review of a track; revision 0 without one. */
export async function readDraft(
  { database }: Pick<Dependencies, 'database'>,
  listenerId: string,
  servedId: string,
): Promise<KeptDraft> {
  const trackId = await meantTrack(database, listenerId, servedId);
  return (await readKeptDraft.one(database, { listenerId, trackId })) ?? { revision: 0, draft: null };
}

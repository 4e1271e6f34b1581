import { useState } from 'react';
import { actDone } from '#web/idempotency-key.ts';
import { emptyDraft, keepDraft, type ReviewDraft, readDraft } from './review-draft.ts';
import { reviewAct } from './review-queries.ts';

/** The draft of one listener's review of one track, kept at every change. Changed words are a new act to the server. */
export function useReviewDraft(listenerId: string, trackId: string) {
  const [draft, setDraft] = useState<ReviewDraft>(() => readDraft(listenerId, trackId));
  const change = (part: Partial<ReviewDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(listenerId, trackId, next);
    actDone(reviewAct(trackId));
  };
  const forget = () => keepDraft(listenerId, trackId, emptyDraft);
  return { draft, change, forget };
}

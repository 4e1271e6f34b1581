import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { api } from '#contract/index.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { actDone, isFinal } from '#web/calls/idempotency-key.ts';
import { useUnsentWork } from '#web/forms/unsent-work.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { reviewAct } from './review-act.ts';
import { keepLocalDraft, readLocalDraft } from './review-draft.ts';
import { isSubmittingReview } from './use-submit-review.ts';

/**
 * The draft of a listener's review of a track. Changed text gets a new idempotency key.
 * @param onReviewed called if the review turns out to have been sent elsewhere
 */
export function useReviewDraft(listenerId: string, trackId: string, onReviewed: () => void) {
  const queries = useQueryClient();
  const [keeper] = useState(() => keeperOf(listenerId, trackId));
  const refused = useEffectEvent((error: unknown) => {
    // While this page sends the review, its last draft may come too late.
    if (!isRefusal(error, 'already_reviewed') || isSubmittingReview(queries)) return;
    keeper.forget();
    onReviewed();
  });
  const draft = useSyncExternalStore(keeper.subscribe, keeper.draft);
  // Leaving by a link saves it.
  useUnsentWork(useSyncExternalStore(keeper.subscribe, keeper.isOnlyHere));
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') keeper.saveNow();
    };
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', keeper.saveNow);
    const close = keeper.open(refused);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', keeper.saveNow);
      close();
    };
  }, [keeper]);
  const change = (part: Partial<ReviewDraft>) => {
    keeper.change(part);
    actDone(reviewAct(trackId));
  };
  return { draft, change, forget: keeper.forget };
}

function keeperOf(listenerId: string, trackId: string) {
  const params = { trackId };
  return createDraftKeeper(readLocalDraft(listenerId, trackId), {
    read: () => callApi(api.reviews.readDraft, { params }),
    save: (draft, seen) => callApi(api.reviews.keepDraft, { params, body: { draft, seen } }),
    isPassing: (error) => !isFinal(error),
    keepLocally: (local) => keepLocalDraft(listenerId, trackId, local),
  });
}

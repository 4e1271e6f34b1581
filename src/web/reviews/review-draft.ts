/** What a listener has put into a review that is not submitted yet. */
export interface ReviewDraft {
  readonly rating: number | null;
  readonly comment: string;
}

export const emptyDraft: ReviewDraft = { rating: null, comment: '' };

/** A draft belongs to one listener and one track: a shared browser shows nobody another's words. */
const slot = (listenerId: string, trackId: string) => `earshot-draft:${listenerId}:${trackId}`;

type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function readDraft(
  listenerId: string,
  trackId: string,
  store: DraftStore = localStorage,
): ReviewDraft {
  try {
    return asDraft(JSON.parse(store.getItem(slot(listenerId, trackId)) ?? 'null'));
  } catch {
    return emptyDraft;
  }
}

/** Keeps the draft; an empty one leaves nothing behind. */
export function keepDraft(
  listenerId: string,
  trackId: string,
  draft: ReviewDraft,
  store: DraftStore = localStorage,
): void {
  try {
    if (draft.comment === '' && draft.rating === null) store.removeItem(slot(listenerId, trackId));
    else store.setItem(slot(listenerId, trackId), JSON.stringify(draft));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

function asDraft(kept: unknown): ReviewDraft {
  if (typeof kept !== 'object' || kept === null) return emptyDraft;
  const comment = 'comment' in kept && typeof kept.comment === 'string' ? kept.comment : '';
  const rating = 'rating' in kept ? kept.rating : null;
  const isStars = typeof rating === 'number' && Number.isInteger(rating) && rating >= 1 && rating <= 5;
  return { comment, rating: isStars ? rating : null };
}

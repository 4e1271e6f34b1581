import { remember, remembered } from '#web/identity/session/signed-in-mark.ts';
import { hasShape, isText } from '#web/shape-rules.ts';
import { noDraft, readLocalDraft } from './review-draft.ts';

export interface ReviewedTrack {
  readonly trackId: string;
  readonly title: string;
}

const slot = 'review';

/** Lets the listener find the draft for this track without a connection. */
export function rememberReviewedTrack(listenerId: string, { trackId, title }: ReviewedTrack): void {
  remember(slot, listenerId, { trackId, title });
}

/** The track that was served last, with this browser's draft for it. Undefined without a draft. */
export function draftWithoutConnection(listenerId: string) {
  const track = remembered(slot);
  if (!hasShape<ReviewedTrack>(track, { trackId: isText, title: isText })) return undefined;
  const local = readLocalDraft(listenerId, track.trackId);
  return local === noDraft ? undefined : { track, local };
}

let writtenOffline: string | undefined;

/** The offline form of this track is closed while it has the focus. */
export function leaveFocus(trackId: string): void {
  writtenOffline = trackId;
}

/** Whether the review form of this track replaces one that had the focus. */
export function takesFocus(trackId: string): boolean {
  const takes = writtenOffline === trackId;
  writtenOffline = undefined;
  return takes;
}

import { useLayoutEffect, useRef, useState } from 'react';
import { commentLength, countWords, minimumReviewWords } from '#contract/business-rules.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import { StarRating } from '#web/ui/controls/star-rating.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { keepLocalDraft, type LocalDraft } from './review-draft.ts';
import { leaveFocus, type ReviewedTrack } from './reviewed-track.ts';
import { useTypingCounts } from './use-typing-counts.ts';

interface OfflineReviewProps {
  listenerId: string;
  track: ReviewedTrack;
  local: LocalDraft;
}

/** Shows the draft while the server cannot be reached. The review page continues with what is written here. */
export function OfflineReview({ listenerId, track, local }: OfflineReviewProps) {
  const [draft, setDraft] = useState(local.draft);
  const text = useRef<HTMLTextAreaElement>(null);
  const typingNow = useTypingCounts(text, { text: draft.comment, counts: draft.typing });
  useLayoutEffect(() => {
    const field = text.current;
    return () => {
      if (field !== null && document.activeElement === field) leaveFocus(track.trackId);
    };
  }, [track.trackId]);
  const change = (part: Partial<ReviewDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepLocalDraft(listenerId, track.trackId, { draft: next, seen: local.seen, isKept: false });
  };
  const hasMore = draft.notes.length > 0 || (draft.answers ?? []).length > 0;
  return (
    <article className="grid max-w-3xl gap-6">
      <PageHeading lead="Your draft is saved in this browser, so you can keep writing. To play the track and send the review, you need a connection.">
        {track.title}
      </PageHeading>
      <StarRating label="Your rating" value={draft.rating} onChange={(rating) => change({ rating })} />
      <TextArea
        label="Your review"
        inputRef={text}
        value={draft.comment}
        onChange={(comment) => change({ comment, typing: typingNow() })}
        maxLength={commentLength}
        rows={8}
        hint={`${countWords(draft.comment)} / ${minimumReviewWords} words`}
      />
      {hasMore && <p className="text-muted">Your notes and answers are saved as well.</p>}
    </article>
  );
}

import { useState } from 'react';
import { appealLength, commentLength, countWords, minimumReviewWords } from '#contract/business-rules.ts';
import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import { isBlank } from '#contract/unseen.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { TimeOfDay } from '#web/ui/display/day.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useAppealReview } from './review-queries.ts';

interface AppealReviewProps {
  review: Pick<OwnReview, 'id' | 'comment' | 'mendableUntil'>;
}

/**
 * The one appeal against a rejection: a button, and a dialog with the text and, for two days, a new text of the review.
 */
export function AppealReview({ review }: AppealReviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutateAsync } = useAppealReview();
  const { id: reviewId } = review;
  const mendableUntil =
    review.mendableUntil !== null && new Date(review.mendableUntil) > currentTime()
      ? review.mendableUntil
      : null;
  const isMended = (comment: string) => mendableUntil !== null && comment !== review.comment;
  const form = useForm({
    initial: { appeal: '', comment: review.comment },
    checks: {
      appeal: (typed) => (isBlank(typed) ? 'Write why it should be approved.' : null),
      comment: (typed) =>
        isMended(typed) && countWords(typed) < minimumReviewWords
          ? `Please write at least ${minimumReviewWords} words (currently ${countWords(typed)}).`
          : null,
    },
    failed: { title: 'Appeal failed' },
    send: ({ appeal, comment }) =>
      mutateAsync({ reviewId, appeal, ...(isMended(comment) ? { comment } : {}) }),
    onDone: () => {
      setIsOpen(false);
      toast({ title: 'Appeal sent', body: 'An admin will read your review again.' });
    },
  });
  // A closed dialog keeps its texts while the page is open.
  const isUnsent = useUnsentForm(form, ['appeal', 'comment']);
  return (
    <div className="pt-1">
      <Button variant="quiet" size="small" onPress={() => setIsOpen(true)}>
        Appeal
      </Button>
      {mendableUntil !== null && (
        <p className="pt-2 text-sm text-muted">
          You can change its text with your appeal until <TimeOfDay date={mendableUntil} />.
        </p>
      )}
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Appeal this rejection"
        isDismissable={!isUnsent}
        actions={
          <Button
            onPress={form.submit}
            isDisabled={form.faults.appeal !== undefined}
            isPending={form.isBusy}
            pendingLabel="Sending..."
          >
            Send appeal
          </Button>
        }
      >
        <form {...form.props} className="grid gap-5">
          <TextArea
            {...form.field('appeal')}
            label="Why should this review be approved?"
            hint="You can appeal once. An admin reads what you write next to your review."
            maxLength={appealLength}
            rows={5}
          />
          {mendableUntil !== null && (
            <TextArea
              {...form.field('comment')}
              label="Your review"
              hint="Change it here, or leave it as it is. The admin sees both texts."
              maxLength={commentLength}
              rows={8}
            />
          )}
        </form>
      </Dialog>
    </div>
  );
}

import { useId, useState } from 'react';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { typedNumber } from '#web/ui/controls/typed-number.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useChangeReviews } from './balance-queries.ts';
import { returnText } from './balance-text.ts';
import type { ChangedTrack } from './changed-track.ts';
import { checkReviews } from './check-reviews.ts';
import { ReviewsChoice } from './reviews-choice.tsx';

/** Takes back reviews that no listener has. */
export function TakeBackReviews({ track, close }: { track: ChangedTrack; close: () => void }) {
  const id = useId();
  const { openPlaces, assignments } = track;
  const [before] = useState(openPlaces);
  const change = useChangeReviews('take-back', track.id, before);
  const [initial] = useState({ reviews: String(openPlaces) });
  const form = useForm({
    initial,
    checks: { reviews: checkReviews(1, openPlaces) },
    refusals: { too_few_places: 'reviews' },
    failed: { title: 'Reviews not taken back' },
    send: ({ reviews }) => change.mutateAsync(Number(reviews)),
    onFailure: (error) => isRefusal(error, 'too_few_places'),
    onDone: ({ left }, { reviews }) => {
      toast({ title: `${reviewsText(Number(reviews))} taken back`, body: `You have ${left} to give.` });
      close();
    },
  });
  const reviews = typedNumber(form.values.reviews);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title="Take back reviews"
      isDismissable
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={form.isBusy} isDisabled={!form.isComplete}>
            Take back
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-4">
        <p className="text-muted wrap-anywhere">{`From “${track.title}”`}</p>
        <ReviewsChoice
          field={form.field('reviews')}
          least={1}
          most={openPlaces}
          hint={`No listener has ${openPlaces === 1 ? 'this review' : `these ${openPlaces} reviews`} yet.`}
          fault={form.faults.reviews}
          forecast={form.isComplete && reviews !== undefined ? returnText(assignments, reviews) : null}
          smaller={null}
        />
      </form>
    </Dialog>
  );
}

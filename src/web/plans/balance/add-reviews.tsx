import { type ReactNode, useId, useState } from 'react';
import type { ReviewBalance } from '#contract/plans/balance/balance.ts';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { typedNumber } from '#web/ui/controls/typed-number.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useChangeReviews, useReviewBalance, useReviewForecast } from './balance-queries.ts';
import { balanceText } from './balance-text.ts';
import { BuyReviews } from './buy-reviews.tsx';
import type { ChangedTrack } from './changed-track.ts';
import { checkReviews } from './check-reviews.ts';
import { forecastText } from './forecast-text.ts';
import { ReviewsChoice } from './reviews-choice.tsx';
import { useSettled } from './use-settled.ts';

/** What most artists give at once. */
const suggestedReviews = 20;

interface AddReviewsProps {
  track: ChangedTrack;
  close: () => void;
}

/** Gives more reviews to a track, or sells them if none are left. */
export function AddReviews({ track, close }: AddReviewsProps) {
  const balance = useReviewBalance();
  if (balance.data !== undefined && balance.data.left > 0)
    return <AddForm track={track} balance={balance.data} close={close} />;
  return (
    <AddDialog close={close}>
      {balance.data !== undefined ? (
        <>
          <p>{balanceText(balance.data)}</p>
          <BuyReviews />
        </>
      ) : balance.isError ? (
        <LoadFailure title="Your reviews did not load" onRetry={() => void balance.refetch()}>
          {failureText(balance.error)}
        </LoadFailure>
      ) : (
        <Skeleton className="h-40 w-full" label="Loading your reviews" />
      )}
    </AddDialog>
  );
}

interface AddDialogProps {
  close: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

const AddDialog = ({ close, children, actions }: AddDialogProps) => (
  <Dialog
    isOpen
    onOpenChange={(isOpen) => {
      if (!isOpen) close();
    }}
    title="Add reviews"
    isDismissable
    {...(actions !== undefined && { actions })}
  >
    {children}
  </Dialog>
);

function AddForm({ track, balance, close }: AddReviewsProps & { balance: ReviewBalance }) {
  const id = useId();
  const [before] = useState(track.reviewTarget);
  const change = useChangeReviews('add', track.id, before);
  const [initial] = useState({ reviews: String(Math.min(balance.left, suggestedReviews)) });
  const form = useForm({
    initial,
    checks: { reviews: checkReviews(1, balance.left) },
    refusals: { too_few_reviews: 'reviews' },
    failed: { title: 'Reviews not added' },
    send: ({ reviews }) => change.mutateAsync(Number(reviews)),
    onFailure: (error) => isRefusal(error, 'too_few_reviews'),
    onDone: ({ left }, { reviews }) => {
      toast({
        title: `${reviewsText(Number(reviews))} added`,
        body: left === 0 ? 'You have none left to give.' : `You have ${left} left to give.`,
      });
      close();
    },
  });
  const reviews = form.isComplete ? (typedNumber(form.values.reviews) ?? null) : null;
  const forecast = useReviewForecast(track.id, useSettled(reviews)).data;
  const isCurrent = forecast !== undefined && forecast.reviews === reviews;
  return (
    <AddDialog
      close={close}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={form.isBusy} isDisabled={!form.isComplete}>
            Add reviews
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-4">
        <p className="text-muted wrap-anywhere">{`To “${track.title}”`}</p>
        <ReviewsChoice
          field={form.field('reviews')}
          least={1}
          most={balance.left}
          hint={balanceText(balance)}
          fault={form.faults.reviews}
          forecast={isCurrent ? forecastText(forecast) : null}
          smaller={isCurrent ? forecast.smaller : null}
        />
      </form>
    </AddDialog>
  );
}

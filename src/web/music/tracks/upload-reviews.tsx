import { Link } from '@tanstack/react-router';
import type { Forecast, ReviewBalance } from '#contract/plans/balance/balance.ts';
import type { FormField } from '#web/forms/use-form.ts';
import { noReviewsText } from '#web/plans/balance/balance-text.ts';
import { ReviewsChoice } from '#web/plans/balance/reviews-choice.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';

interface UploadReviewsProps {
  field: FormField<string | null>;
  value: string;
  most: number;
  balance: ReviewBalance;
  forecast: string | null;
  smaller: Forecast['smaller'];
  showsForecast: boolean;
  isDisabled: boolean;
}

/** How many reviews an upload gets, or that it gets none. */
export function UploadReviews(props: UploadReviewsProps) {
  const { field, value, most, balance, forecast, smaller, showsForecast, isDisabled } = props;
  if (most === 0)
    return (
      <div className="grid justify-items-start gap-1">
        <p>{`${noReviewsText(balance)} You can upload now and add reviews later.`}</p>
        <Link to="/app/subscription" className={`${linkStyle} py-2.5`}>
          See plans and packs
        </Link>
      </div>
    );
  return (
    <ReviewsChoice
      field={{ ...field, value }}
      least={0}
      most={most}
      hint={`Up to ${most}. You can add more later, or take back what no listener has.`}
      forecast={showsForecast ? forecast : null}
      smaller={showsForecast ? smaller : null}
      isDisabled={isDisabled}
    />
  );
}

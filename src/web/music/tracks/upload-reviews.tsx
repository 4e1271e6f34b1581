import { Link } from '@tanstack/react-router';
import type { Forecast, ReviewBalance } from '#contract/plans/balance/balance.ts';
import type { FormField } from '#web/forms/use-form.ts';
import { balanceText, noReviewsText } from '#web/plans/balance/balance-text.ts';
import { uploadForecastText } from '#web/plans/balance/forecast-text.ts';
import { ReviewsChoice } from '#web/plans/balance/reviews-choice.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';

interface UploadReviewsProps {
  field: FormField<string | null>;
  fault: string | undefined;
  value: string;
  most: number;
  /** Reviews that a new version gets besides. */
  takenBack: number;
  balance: ReviewBalance;
  /** Null while its forecast is unknown. */
  number: number | null;
  forecast: Forecast | null;
  showsForecast: boolean;
  isDisabled: boolean;
}

/** How many reviews an upload gets, or that it gets none. */
export function UploadReviews(props: UploadReviewsProps) {
  const { field, fault, value, most, takenBack, balance, number, forecast, showsForecast, isDisabled } =
    props;
  if (most === 0 && takenBack > 0) return <p>{balanceText(balance)}</p>;
  if (most === 0)
    return (
      <div className="grid justify-items-start gap-1">
        <p>{`${noReviewsText(balance)} You can upload now and add reviews later.`}</p>
        <Link to="/app/subscription" className={`${linkStyle} py-2.5`}>
          See plans and packs
        </Link>
      </div>
    );
  const smaller = forecast?.smaller ?? null;
  const isShown = showsForecast && number !== null;
  return (
    <ReviewsChoice
      field={{ ...field, value }}
      least={0}
      most={most}
      hint={
        takenBack > 0
          ? `Up to ${most}, besides the ${takenBack} that you take back.`
          : `Up to ${most}. You can add more later, or take back those no listener has yet.`
      }
      fault={fault}
      forecast={isShown ? uploadForecastText(number, forecast) : null}
      smaller={isShown && smaller !== null && number > smaller.reviews ? smaller : null}
      isDisabled={isDisabled}
    />
  );
}

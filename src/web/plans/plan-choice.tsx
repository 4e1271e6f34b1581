import { plans } from '#contract/business-rules.ts';
import type { Forecast, OfferForecast } from '#contract/plans/balance/balance.ts';
import { longestOpensText, opensText, planReviewsText, wholeDollars } from '#contract/plans/offer-texts.ts';
import type { PlanOffer, SubscriptionStatus } from '#contract/plans/subscriptions.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { forecastText, longestForecastText } from './balance/forecast-text.ts';
import { ReservedText } from './reserved-text.tsx';
import { isCurrentPlan, isLargerPlan } from './subscription-texts.ts';

const suits = {
  basic: 'One or two singles a month.',
  pro: 'An EP in the making.',
  unlimited: 'Everything you record, first in the queue.',
} as const;

interface PlanChoiceProps {
  status: SubscriptionStatus;
  /** When the reviews of a first track would be there; undefined while it loads. */
  forecast: OfferForecast | undefined;
  maySubscribe: boolean;
  pendingPrice: string | null;
  onSubscribe: (offer: PlanOffer) => void;
}

/** The three cards. */
export function PlanChoice({ status, forecast, maySubscribe, pendingPrice, onSubscribe }: PlanChoiceProps) {
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      {status.offers.map((offer) => (
        <PlanCard
          key={offer.plan}
          offer={offer}
          forecast={forecast?.plans[offer.plan]}
          opensAtOnce={forecast?.opensAtOnce ?? null}
          isCurrent={isCurrentPlan(offer.plan, status)}
          isLarger={isLargerPlan(offer.plan, status)}
          isPending={pendingPrice === offer.priceId}
          isDisabled={!maySubscribe || pendingPrice !== null || status.nextPlan === offer.plan}
          onSubscribe={onSubscribe}
        />
      ))}
    </ul>
  );
}

const nextTrackText = (forecast: string) => `Your next track: ${forecast}`;

interface PlanCardProps {
  offer: PlanOffer;
  forecast: Forecast | undefined;
  /** How many of its reviews open at once; null if all do. */
  opensAtOnce: number | null;
  isCurrent: boolean;
  /** Larger than the current plan. */
  isLarger: boolean;
  isPending: boolean;
  isDisabled: boolean;
  onSubscribe: (offer: PlanOffer) => void;
}

function PlanCard(props: PlanCardProps) {
  const { offer, forecast, opensAtOnce, isCurrent, isLarger, isPending, isDisabled, onSubscribe } = props;
  const plan = plans[offer.plan];
  const isPopular = offer.plan === 'pro';
  return (
    <li
      className={`grid content-between gap-10 border bg-panel p-6 ${isPopular ? 'border-brass-mark' : 'border-line'}`}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-3xl">{plan.label}</h2>
          {isPopular && <Badge>Most Popular</Badge>}
        </div>
        <p>
          <span className="tabular font-display text-5xl">{wholeDollars(plan.pricePerMonth)}</span>
          <span className="text-muted">/month</span>
        </p>
        <p className="font-semibold">
          {plan.uploadsLimit === null ? 'Unlimited uploads' : `${plan.uploadsLimit} uploads per month`}
        </p>
        <p className="text-muted">{suits[offer.plan]}</p>
        <p>{planReviewsText(offer.plan)}</p>
        {isLarger && (
          <ReservedText longest={longestOpensText} className="text-muted">
            {opensAtOnce !== null && opensText(opensAtOnce)}
          </ReservedText>
        )}
        <ReservedText longest={nextTrackText(longestForecastText)}>
          {forecast !== undefined && opensAtOnce !== 0 && nextTrackText(forecastText(forecast))}
        </ReservedText>
      </div>
      <Button
        wide
        variant={isPopular && isLarger ? 'act' : 'quiet'}
        isDisabled={isCurrent || isDisabled}
        isPending={isPending}
        onPress={() => onSubscribe(offer)}
      >
        {isCurrent ? 'Current Plan' : `Subscribe to ${plan.label}`}
      </Button>
    </li>
  );
}

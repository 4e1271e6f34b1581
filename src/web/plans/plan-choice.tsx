import { plans } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { PlanOffer, SubscriptionStatus } from '#contract/plans/subscriptions.ts';
import { planReviewsText } from '#web/plan-reviews-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { isCurrentPlan, isLargerPlan } from './subscription-texts.ts';

const suits = {
  basic: 'One or two singles a month.',
  pro: 'An EP in the making.',
  unlimited: 'Everything you record, first in the queue.',
} as const;

interface PlanChoiceProps {
  status: SubscriptionStatus;
  maySubscribe: boolean;
  pendingPrice: string | null;
  onSubscribe: (offer: PlanOffer) => void;
}

/** The three cards. */
export function PlanChoice({ status, maySubscribe, pendingPrice, onSubscribe }: PlanChoiceProps) {
  return (
    <ul className="grid gap-4 lg:grid-cols-3">
      {status.offers.map((offer) => (
        <PlanCard
          key={offer.plan}
          offer={offer}
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

interface PlanCardProps {
  offer: PlanOffer;
  isCurrent: boolean;
  /** Larger than the current plan. */
  isLarger: boolean;
  isPending: boolean;
  isDisabled: boolean;
  onSubscribe: (offer: PlanOffer) => void;
}

function PlanCard({ offer, isCurrent, isLarger, isPending, isDisabled, onSubscribe }: PlanCardProps) {
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
          <span className="tabular font-display text-5xl">
            {formatCents(plan.pricePerMonth).replace(/\.00$/, '')}
          </span>
          <span className="text-muted">/month</span>
        </p>
        <p className="font-semibold">
          {plan.uploadsLimit === null ? 'Unlimited uploads' : `${plan.uploadsLimit} uploads per month`}
        </p>
        <p className="text-muted">{`${suits[offer.plan]} ${planReviewsText(plan)}`}</p>
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

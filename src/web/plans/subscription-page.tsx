import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { plans } from '#contract/business-rules.ts';
import type { SubscriptionStatus } from '#contract/plans/subscriptions.ts';
import { failureText, fixedToastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfileMatches } from '#web/identity/profile/profile-queries.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { BalanceLine } from './balance/balance-line.tsx';
import { useOfferForecast, useReviewBalance } from './balance/balance-queries.ts';
import { BoughtPacks } from './bought-packs.tsx';
import { CheckoutNewsPanel, OpenedPagePanel } from './checkout-panel.tsx';
import { PackOffers } from './pack-offers.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { useSubscription } from './subscription-queries.ts';
import { checkoutNews, whatComesNext, whatHasEnded } from './subscription-texts.ts';
import { useArrivedReviews } from './use-arrived-reviews.ts';
import { useProviderPage } from './use-provider-page.ts';

const questions = [
  {
    question: 'Can I change or cancel my plan?',
    answer:
      'Yes, at any time. A larger plan starts right away, a smaller one with your next billing period. If you cancel, you keep the plan until the period you paid for ends.',
  },
  {
    question: 'What happens to uploads I don’t use?',
    answer:
      'Uploads and reviews of a plan reset every month and don’t roll over. Give the reviews you don’t need now to any track before then. Tracks you’ve uploaded stay, whatever your plan.',
  },
  {
    question: 'Is there a 7-day money-back guarantee?',
    answer:
      'Yes: write to support within 7 days of your first payment and you get it back. For a pack you have 14 days, as long as you haven’t used any of it.',
  },
  {
    question: 'Do I need a plan to use Earshot?',
    answer:
      'No. Without one, you can upload one track a month, and it gets up to 5 reviews. For more, buy 10 or 20 reviews at a time, or subscribe to a plan.',
  },
] as const;

/** The four questions (specification 2, Subscription). */
function PlanQuestions() {
  return (
    <section aria-labelledby="questions" className="grid gap-6">
      <h2 id="questions" className="text-3xl">
        Frequently Asked Questions
      </h2>
      <dl className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question} className="grid content-start gap-2 border-t border-line pt-4">
            <dt className="text-lg font-semibold">{question}</dt>
            <dd className="max-w-prose text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const failure = { title: 'Error', body: 'Failed to load subscription status.' };

export function SubscriptionPage() {
  const { checkout } = useSearch({ from: '/app/subscription' });
  const page = useProviderPage();
  // The plan is unknown before the first response.
  const isCheckout = checkoutNews(checkout, undefined) === 'waiting';
  const {
    data: status,
    error,
    isError,
    refetch,
  } = useSubscription({
    isWaiting: page.opened !== null || isCheckout,
  });
  const news = checkoutNews(checkout, status);
  // The tab that returns from the checkout of a pack shows its reviews once they are there.
  useReviewBalance({ isWaiting: news === 'bought', isWanted: news === 'bought' });
  useChangedPlan(status, page.forget);
  useEffect(() => {
    if (isError) toast(fixedToastFor(error, failure));
  }, [isError, error]);
  return (
    <div className="grid w-full max-w-275 gap-8">
      <PageHeading lead="More uploads, more reviews for each track. Change or cancel at any time.">
        Choose Your Plan
      </PageHeading>
      <CheckoutNewsPanel news={news} plan={checkout} />
      {page.opened !== null && <OpenedPagePanel page={page.opened} />}
      {status !== undefined && <Plans status={status} page={page} />}
      {status === undefined && !isError && <Skeleton className="h-96 w-full" label="Loading plans" />}
      {status === undefined && isError && (
        <LoadFailure title={failure.body} onRetry={() => void refetch()}>
          {failureText(error)}
        </LoadFailure>
      )}
      <PlanQuestions />
    </div>
  );
}

function Plans({ status, page }: { status: SubscriptionStatus; page: ReturnType<typeof useProviderPage> }) {
  const isArtist = useProfileMatches('artist');
  const forecast = useOfferForecast().data;
  useArrivedReviews(page, isArtist);
  return (
    <>
      {status.testMode && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <Badge>Test mode</Badge> No money moves: no payment provider is set up here.
        </p>
      )}
      {status.plan !== null && (
        <Panel
          tone={status.paymentFailed || status.pausedFor !== null ? 'wrong' : 'plain'}
          title={`Your plan: ${plans[status.plan].label}${status.trial ? ' (trial)' : ''}${status.pausedFor === null ? '' : ' (paused)'}`}
          actions={
            status.isBilled && (
              <Button
                size="small"
                variant={status.paymentFailed ? 'act' : 'quiet'}
                onPress={page.manage}
                isPending={page.isPortalPending}
              >
                Manage Subscription
              </Button>
            )
          }
        >
          <p className="max-w-prose">{whatComesNext(status)}</p>
        </Panel>
      )}
      {status.endedPlan !== null && (
        <Panel title={`Your ${plans[status.endedPlan.plan].label} plan has ended`}>
          <p>{whatHasEnded(status.endedPlan)}</p>
        </Panel>
      )}
      {isArtist && <BalanceLine />}
      {!isArtist && (
        <p className="text-muted">Plans are for artists. Switch to Artist at the top to subscribe.</p>
      )}
      <PlanChoice
        status={status}
        forecast={forecast}
        maySubscribe={isArtist}
        pendingPrice={page.pendingPrice}
        onSubscribe={page.subscribe}
      />
      {status.packs.length > 0 && (
        <section aria-labelledby="packs" className="grid gap-4">
          <h2 id="packs" className="text-3xl">
            Just a few reviews
          </h2>
          <PackOffers
            offers={status.packs}
            forecast={forecast}
            isDisabled={!isArtist}
            pendingPrice={page.pendingPrice}
            onBuy={page.buy}
          />
        </section>
      )}
      {isArtist && <BoughtPacks />}
    </>
  );
}

/** Once the provider's notice has changed the plan, the other tab is done. */
function useChangedPlan(status: SubscriptionStatus | undefined, onChange: () => void): void {
  const queries = useQueryClient();
  const now =
    status &&
    [status.plan, status.nextPlan, status.cancelsAtPeriodEnd, status.paymentFailed, status.pausedFor].join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current !== undefined && now !== before.current) {
      onChange();
      void queries.invalidateQueries({ queryKey: queryKeys.subscriptions.uploadEligibility });
      toast({ title: 'Subscription updated', tone: 'earned' });
    }
    before.current = now;
  }, [now, onChange, queries]);
}

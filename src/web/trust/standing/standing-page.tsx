import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { rewardPerReview, trustedRewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { OwnStanding } from '#contract/trust/standing/standing.ts';
import { longestWaitDays, mostDoubtfulOfOne } from '#contract/trust/standing/standing-bounds.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useProfileMatches } from '#web/identity/profile/profile-queries.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { PayText } from '#web/pay-text.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { usePay } from '#web/use-pay.ts';
import { nextStep, type Own, type Step, standingSteps, whatItAllows } from './standing-steps.ts';

/** A listener's own standing and the way to the next one; behind it the published formula, which everybody may read. */
export function StandingPage() {
  const isListener = useProfileMatches('listener');
  return (
    <div className="grid w-full max-w-275 gap-8">
      {isListener ? (
        <PageHeading>Standing</PageHeading>
      ) : (
        <PageHeading lead="How listeners earn trust, and what each step pays.">Standing</PageHeading>
      )}
      <PayText terms={usePay()} />
      <Formula />
    </div>
  );
}

function Formula() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.reviews.standing,
    queryFn: ({ signal }) => callApi(api.standing.readStanding, {}, { signal }),
  });
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-44 w-full" label="Loading..." />;
    return (
      <LoadFailure title="The steps did not load" onRetry={() => void refetch()}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  const own = data.standing === null ? null : data;
  const steps = standingSteps(data);
  const cards = (
    <ol className="grid gap-px border border-line bg-line lg:grid-cols-3">
      {steps.map((step) => (
        <StepCard
          key={step.standing}
          step={step}
          isOwn={step.standing === data.standing}
          figures={data.figures}
        />
      ))}
    </ol>
  );
  return (
    <>
      {own === null ? (
        cards
      ) : (
        <OwnCard own={own} name={steps.find((step) => step.standing === own.standing)?.name ?? ''} />
      )}
      <details>
        <summary className="lg:py-2">
          <h2 className="inline text-2xl">How it is computed</h2>
        </summary>
        <div className="grid gap-6 pt-4">
          {own !== null && cards}
          <HowItWorks own={own} />
        </div>
      </details>
    </>
  );
}

/** Where the listener is, what that pays, and what comes next. */
const OwnCard = ({ own, name }: { own: OwnStanding; name: string }) => (
  <section
    aria-label="Your standing"
    className="grid gap-4 border border-line border-t-2 border-t-mint bg-panel p-5 sm:p-8 lg:grid-cols-[auto_1fr] lg:items-center lg:gap-x-12"
  >
    <h2 className="text-5xl sm:text-7xl">{name}</h2>
    <div className="grid max-w-prose gap-2">
      <p className="text-muted">{whatItAllows(own)}</p>
      <p className="text-lg font-semibold">{nextStep(own)}</p>
    </div>
  </section>
);

const pay = { standard: rewardPerReview, trusted: trustedRewardPerReview } as const;

type OwnFigures = OwnStanding['figures'] | null;

function StepCard({ step, isOwn, figures }: { step: Step; isOwn: boolean; figures: OwnFigures }) {
  // A listener's cards stand under the heading of the disclosure.
  const Heading = figures === null ? 'h2' : 'h3';
  return (
    <li className="grid content-start gap-4 bg-panel p-5 sm:p-6" aria-current={isOwn ? 'step' : undefined}>
      <div className="flex flex-wrap items-center gap-3">
        <Heading className="text-3xl">{step.name}</Heading>
        {isOwn && <Badge variant="earned">You are here</Badge>}
      </div>
      <p className="tabular font-semibold">{formatCents(pay[step.pay])} for each approved review</p>
      <p className="text-sm text-muted">{step.allows}</p>
      {step.conditions.length > 0 && (
        <ul
          className={`grid gap-2 border-t border-line pt-4 text-sm ${figures === null ? 'list-disc ps-5' : ''}`}
        >
          {step.conditions.map(({ text, ownOf }) =>
            figures === null ? (
              <li key={text}>{text}</li>
            ) : (
              <OwnCondition key={text} text={text} own={ownOf(figures)} />
            ),
          )}
        </ul>
      )}
    </li>
  );
}

function OwnCondition({ text, own: { value, isMet } }: { text: string; own: Own }) {
  const Sign = isMet ? Check : Circle;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-2">
      <Sign aria-hidden size={16} className={`mt-0.5 ${isMet ? 'text-mint' : 'text-muted'}`} />
      <span>
        {text}
        <VisuallyHidden>{isMet ? ', met' : ', not met yet'}</VisuallyHidden>
      </span>
      <span className="tabular text-end font-semibold">{value}</span>
    </li>
  );
}

const HowItWorks = ({ own }: { own: OwnStanding | null }) => (
  <div className="grid max-w-prose items-start gap-x-12 gap-y-3 lg:max-w-none lg:grid-cols-2">
    <div className="grid gap-3">
      <p>
        Counts cover all time. Percentages cover the reviews sent in the last 90 days. Days are UTC. We update
        a standing after every decision on a review, and once a night. Stars don’t count, and neither does
        agreeing with others.
      </p>
      <p>
        Usefulness comes from artists’ private marks: useful, not useful, or answered my question. We compare
        each mark with what that artist usually says about reviews with as many stars, and add the average
        difference to the share of useful marks on Earshot. So neither stars nor praise help.
      </p>
    </div>
    <div className="grid gap-3">
      <p>
        Marks count for 90 days, up to three per artist, from artists who paid for a plan in the last 90 days
        and share no browser, mailbox or payout destination with the listener. We add them at night, at least
        five from at least three artists at a time. Nobody sees who marked what.
      </p>
      <p>
        What a review pays is set when the listener gets its track. {own !== null && <WhereItWaits />}We can
        push back a decision once, to at most {longestWaitDays} days after the review was sent: if{' '}
        {mostDoubtfulOfOne} of a listener’s doubtful reviews are waiting, if too many from New listeners are,
        or if the account looks like one of several that act together.
      </p>
      {own?.hasBounds === false && (
        <p className="text-muted">This is a test or sample account, so the daily limits don’t apply.</p>
      )}
    </div>
  </div>
);

const WhereItWaits = () => (
  <>
    <Link to="/app/my-reviews" className={linkStyle}>
      My Reviews
    </Link>{' '}
    shows why a review is waiting and when it will be decided.{' '}
  </>
);

import { Link } from '@tanstack/react-router';
import { monthlyFreeCredits, plans } from '#contract/business-rules.ts';
import {
  firstPaymentText,
  packPriceText,
  packTerms,
  packTitle,
  planReviewsText,
  wholeDollars,
} from '#contract/plans/offer-texts.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';

const offered = [
  { key: 'basic', name: plans.basic.label, plan: plans.basic, suits: 'One or two singles a month.' },
  { key: 'pro', name: plans.pro.label, plan: plans.pro, suits: 'An EP in the making.' },
  { key: 'unlimited', name: 'Icon (VIP)', plan: plans.unlimited, suits: 'Everything you record.' },
] as const;

export function PlanCards() {
  return (
    <section aria-labelledby="plans" className="grid gap-8">
      <div className="grid gap-3">
        <h2 id="plans" className="text-5xl sm:text-6xl">
          Plans for artists
        </h2>
        <p className="max-w-xl text-lg text-muted">
          {`${firstPaymentText} Without a plan, you can upload ${monthlyFreeCredits === 1 ? 'one track' : `${monthlyFreeCredits} tracks`} a month for free. Listening and reviewing are always free.`}
        </p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {offered.map(({ key, name, plan, suits }) => (
          <li
            key={key}
            className={`grid content-between gap-10 border bg-panel p-6 sm:p-8 ${key === 'pro' ? 'border-brass-mark' : 'border-line'}`}
          >
            <div className="grid gap-4">
              <div className="flex items-center justify-between gap-3">
                <h3 className="text-3xl">{name}</h3>
                {key === 'pro' && <Badge>Most Popular</Badge>}
              </div>
              <p>
                <span className="tabular font-display text-6xl">{wholeDollars(plan.pricePerMonth)}</span>
                <span className="text-muted">/month</span>
              </p>
              <p className="font-semibold">
                {plan.uploadsLimit === null ? 'Unlimited uploads' : `${plan.uploadsLimit} uploads per month`}
              </p>
              <p className="text-muted">{suits}</p>
              <p>{planReviewsText(key)}</p>
            </div>
            <Link
              to="/auth"
              search={{ form: 'sign-up', as: 'artist' }}
              className={buttonStyle({ variant: key === 'pro' ? 'act' : 'quiet', wide: true })}
            >
              Create account
            </Link>
          </li>
        ))}
      </ul>
      <ul className="grid gap-4 sm:grid-cols-2">
        {(['ten', 'twenty'] as const).map((pack) => (
          <li
            key={pack}
            className="flex flex-wrap items-center justify-between gap-4 border border-line bg-panel p-6"
          >
            <div className="grid gap-1.5">
              <h3 className="text-3xl">{packTitle(pack)}</h3>
              <p className="text-muted">{`${packTerms} ${packPriceText(pack)}`}</p>
            </div>
            <Link
              to="/auth"
              search={{ form: 'sign-up', as: 'artist' }}
              className={buttonStyle({ variant: 'quiet' })}
            >
              Create account
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

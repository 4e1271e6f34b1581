import type { PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { usualPayTerms } from '#contract/reviewing/reviews/usual-pay-terms.ts';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { FourSteps } from './four-steps.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Opening } from './opening.tsx';
import { PlanCards } from './plan-cards.tsx';
import { TwoSides } from './two-sides.tsx';

/** What signed-out visitors see at `/`. It is readable before scripts run (before-scripts.tsx). */
export function Landing({ pay = usualPayTerms }: { pay?: PayTerms }) {
  return (
    <div className="overflow-x-clip">
      <LandingHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-[90rem] gap-24 px-4 pb-24 sm:px-12 lg:gap-36"
      >
        <div>
          <Opening />
          <FourSteps />
        </div>
        <TwoSides pay={pay} />
        <PlanCards />
      </main>
      <SiteFooter />
    </div>
  );
}

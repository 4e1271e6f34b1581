import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { OpenedPagePanel } from '../checkout-panel.tsx';
import { PackOffers } from '../pack-offers.tsx';
import { useSubscription } from '../subscription-queries.ts';
import { useArrivedReviews } from '../use-arrived-reviews.ts';
import { useProviderPage } from '../use-provider-page.ts';
import { useOfferForecast } from './balance-queries.ts';

/** Packs for an artist who has no reviews left, and the way to the plans. */
export function BuyReviews() {
  const page = useProviderPage();
  useArrivedReviews(page, true);
  const packs = useSubscription({ isWaiting: false }).data?.packs;
  const forecast = useOfferForecast().data;
  return (
    <div className="grid justify-items-start gap-4">
      {page.opened !== null && <OpenedPagePanel page={page.opened} />}
      {packs !== undefined && packs.length > 0 && (
        <PackOffers
          offers={packs}
          forecast={forecast}
          isDisabled={false}
          pendingPrice={page.pendingPrice}
          onBuy={page.buy}
        />
      )}
      <Link to="/app/subscription" className={buttonStyle({ variant: 'quiet', size: 'small' })}>
        See the plans
      </Link>
    </div>
  );
}

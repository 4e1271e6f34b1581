import { packs } from '#contract/business-rules.ts';
import type { OfferForecast } from '#contract/plans/balance/balance.ts';
import { packPriceText, packTerms, packTitle } from '#contract/plans/offer-texts.ts';
import type { PackOffer } from '#contract/plans/subscriptions.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { forecastText, longestForecastText } from './balance/forecast-text.ts';
import { ReservedText } from './reserved-text.tsx';

interface PackOffersProps {
  offers: readonly PackOffer[];
  /** When their reviews would be there; undefined while it loads. */
  forecast: OfferForecast | undefined;
  isDisabled: boolean;
  pendingPrice: string | null;
  onBuy: (offer: PackOffer) => void;
}

/** Reviews that can be bought without a subscription. */
export function PackOffers({ offers, forecast, isDisabled, pendingPrice, onBuy }: PackOffersProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {offers.map((offer) => (
        <li key={offer.pack} className="grid content-between gap-4 border border-line bg-panel p-4 sm:p-5">
          <div className="grid gap-1.5">
            <h3 className="text-2xl">{packTitle(offer.pack)}</h3>
            <p className="text-muted">{packTerms}</p>
            <p className="text-muted">{packPriceText(offer.pack)}</p>
            <ReservedText longest={longestForecastText}>
              {forecast !== undefined && forecastText(forecast.packs[offer.pack])}
            </ReservedText>
          </div>
          <Button
            wide
            variant="quiet"
            isDisabled={isDisabled || pendingPrice !== null}
            isPending={pendingPrice === offer.priceId}
            onPress={() => onBuy(offer)}
          >
            {`Buy ${packs[offer.pack].reviews} reviews`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

import type { Forecast, ReviewsWait } from '#contract/plans/subscriptions.ts';
import { forecastText } from '#web/plans/forecast-text.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { waitBeforeUploadText } from './review-wait-text.ts';

interface UploadForecastProps {
  forecast: Forecast | null;
  /** What its reviews would wait for. */
  wait: ReviewsWait | null;
  wantsSmaller: boolean;
  onChoose: (wantsSmaller: boolean) => void;
  isDisabled: boolean;
}

/**
 * When the reviews are promised or start, shown before the upload. If no date can be promised, offers a smaller target
 * for which one can.
 */
export function UploadForecast({ forecast, wait, wantsSmaller, onChoose, isDisabled }: UploadForecastProps) {
  const smaller = forecast?.smaller ?? null;
  return (
    <div className="grid gap-2">
      {wait !== null && <p>{waitBeforeUploadText(wait)}</p>}
      {forecast !== null && <p>{forecastText(forecast)}</p>}
      {smaller !== null && (
        <Checkbox isSelected={wantsSmaller} onChange={onChoose} isDisabled={isDisabled}>
          {`Ask for ${smaller.reviewTarget} reviews instead, by ${dayText(smaller.promisedAt)}`}
        </Checkbox>
      )}
    </div>
  );
}

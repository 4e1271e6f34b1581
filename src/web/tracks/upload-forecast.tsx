import type { Forecast } from '#contract/subscriptions/subscriptions.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { dayText } from '#web/ui/display/day.tsx';
import { forecastText } from './promise-text.ts';

interface UploadForecastProps {
  forecast: Forecast;
  /** The smaller target, where it was chosen. */
  reviewTarget: number | null;
  onChoose: (reviewTarget: number | null) => void;
  isDisabled: boolean;
}

/** By when the reviews are promised, before the upload is sent; where they are not, a smaller target may be. */
export function UploadForecast({ forecast, reviewTarget, onChoose, isDisabled }: UploadForecastProps) {
  const { smaller } = forecast;
  return (
    <div className="grid gap-2">
      <p>{forecastText(forecast)}</p>
      {smaller !== null && (
        <Checkbox
          isSelected={reviewTarget !== null}
          onChange={(isChosen) => onChoose(isChosen ? smaller.reviewTarget : null)}
          isDisabled={isDisabled}
        >
          {`Ask for ${smaller.reviewTarget} reviews instead, by ${dayText(smaller.promisedAt)}`}
        </Checkbox>
      )}
    </div>
  );
}

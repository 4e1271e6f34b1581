import { useRef } from 'react';
import type { Forecast } from '#contract/plans/balance/balance.ts';
import type { FormField } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { NumberField } from '#web/ui/controls/number-field.tsx';
import { dayText } from '#web/ui/display/day.tsx';

interface ReviewsChoiceProps {
  field: FormField<string>;
  least: number;
  most: number;
  hint: string;
  /** What is wrong with the number; said at once, because it disables the form's button. */
  fault: string | undefined;
  /** When they would be there. */
  forecast: string | null;
  /** The largest smaller number that gets a date, where this one gets none. */
  smaller: Forecast['smaller'];
  isDisabled?: boolean;
}

/** How many reviews to give to a track, and what that means. */
export function ReviewsChoice(props: ReviewsChoiceProps) {
  const { field, least, most, hint, fault, forecast, smaller, isDisabled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <NumberField
        {...field}
        error={field.error ?? fault}
        label="Reviews"
        least={least}
        most={most}
        hint={hint}
        isDisabled={isDisabled}
        inputRef={input}
      />
      <div aria-live="polite" className="min-h-6">
        {forecast !== null && <p>{forecast}</p>}
      </div>
      {smaller !== null && (
        <Button
          variant="quiet"
          size="small"
          isDisabled={isDisabled}
          onPress={() => {
            // The button goes once its number is chosen.
            input.current?.focus();
            field.onChange(String(smaller.reviews));
          }}
        >
          {`Ask for ${smaller.reviews} instead, by ${dayText(smaller.promisedAt)}`}
        </Button>
      )}
    </div>
  );
}

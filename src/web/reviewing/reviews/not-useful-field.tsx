import {
  type NotUsefulReason,
  notUsefulReasonCodes,
  notUsefulReasons,
} from '#contract/reviewing/reviews/review-mark-kinds.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';

const options = notUsefulReasonCodes.map((value) => ({ value, label: notUsefulReasons[value] }));

interface NotUsefulFieldProps {
  reason: NotUsefulReason | null;
  onChoose: (reason: NotUsefulReason) => void;
}

/** Why a review was not useful; the mark is saved with the reason. */
export function NotUsefulField({ reason, onChoose }: NotUsefulFieldProps) {
  return (
    <SelectField
      label="Why was it not useful?"
      options={options}
      value={reason}
      onChange={onChoose}
      placeholder="Choose a reason"
      {...(reason === null ? { hint: 'Kept once you choose a reason.' } : {})}
    />
  );
}

import { useState } from 'react';
import { reviewSentenceLength } from '#contract/business-rules.ts';
import {
  type RejectionReason,
  rejectionReasonCodes,
  rejectionReasons,
} from '#contract/reviewing/reviews/rejection-reasons.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { SentenceForm } from '../sentence-form.tsx';
import type { SuggestedRejection } from './suggested-rejection.ts';

const options = rejectionReasonCodes.map((value) => ({ value, label: rejectionReasons[value] }));

interface RejectReviewsDialogProps {
  count: number;
  /** Matches the rules' doubts. */
  suggested: SuggestedRejection | null;
  onClose: () => void;
  onReject: (reason: RejectionReason, sentence: string) => Promise<boolean>;
}

/** A rejection needs a published reason and a sentence. The listener reads both and may appeal once. */
export function RejectReviewsDialog({ count, suggested, onClose, onReject }: RejectReviewsDialogProps) {
  const likely = suggested?.reason ?? 'too_little';
  const [reason, setReason] = useState<RejectionReason>(likely);
  return (
    <SentenceForm
      title={count === 1 ? 'Reject this review?' : `Reject ${count} reviews?`}
      label="A sentence for the listener"
      most={reviewSentenceLength}
      suggested={suggested?.sentence}
      confirmLabel={count === 1 ? 'Reject review' : `Reject ${count} reviews`}
      tone="danger"
      areOthersChanged={reason !== likely}
      onClose={onClose}
      onConfirm={(sentence) => onReject(reason, sentence)}
    >
      <p>Nothing is paid. The listener sees the reason and your sentence, and can appeal once.</p>
      <SelectField label="Reason" options={options} value={reason} onChange={setReason} />
    </SentenceForm>
  );
}

import { useState } from 'react';
import {
  type ReportedKind,
  reasonsOf,
  type TakedownReason,
  takedownReasons,
  takedownSentenceLength,
} from '#contract/report-reasons.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { SentenceForm } from '../sentence-form.tsx';

const effects: Readonly<Record<ReportedKind, string>> = {
  track:
    'It leaves every list and page right away, and anyone listening sees a notice. If it has a promised date, that is on hold. The artist sees the reason and your sentence, and can answer once.',
  review:
    'The artist no longer sees its words. Its stars and pay stay. The listener sees the reason and your sentence, and can answer once.',
  question: 'Listeners no longer see it. The artist sees the reason and your sentence, and can answer once.',
};

interface TakeDownDialogProps {
  kind: ReportedKind;
  /** The reason of its first report. */
  reported: TakedownReason | null;
  name: string;
  onClose: () => void;
  onTakeDown: (reason: TakedownReason, sentence: string) => Promise<boolean>;
}

/** A takedown needs a published reason and a sentence for the owner. */
export function TakeDownDialog({ kind, reported, name, onClose, onTakeDown }: TakeDownDialogProps) {
  const reasons = reasonsOf[kind];
  const likely = reported !== null && reasons.includes(reported) ? reported : (reasons[0] ?? 'other');
  const [reason, setReason] = useState<TakedownReason>(likely);
  return (
    <SentenceForm
      title={`Take down ${name}?`}
      label="A sentence for the owner"
      most={takedownSentenceLength}
      confirmLabel="Take down"
      tone="danger"
      areOthersChanged={reason !== likely}
      onClose={onClose}
      onConfirm={(sentence) => onTakeDown(reason, sentence)}
    >
      <p>{effects[kind]}</p>
      <SelectField
        label="Reason"
        options={reasons.map((value) => ({ value, label: takedownReasons[value] }))}
        value={reason}
        onChange={setReason}
      />
    </SentenceForm>
  );
}

import { useState } from 'react';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import {
  type ReportedKind,
  reasonsOf,
  type TakedownReason,
  takedownReasons,
  takedownSentenceLength,
} from '#contract/report-reasons.ts';
import { TrackPicker } from '#web/music/discovery/track-picker.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { SelectField } from '#web/ui/controls/select-field.tsx';
import { sayStillWaiting } from '../admin-act.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { useReportActs } from './report-acts.ts';

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

/** Takes down a track without reports: select it, then give a reason. */
export function TakeTrackDown({ onClose }: { onClose: () => void }) {
  const [track, setTrack] = useState<PublicTrack | null>(null);
  const { decide, isDeciding } = useReportActs();
  if (track === null)
    return (
      <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Take a track down" isDismissable>
        <TrackPicker picked={null} onPick={setTrack} autoFocus />
      </Dialog>
    );
  return (
    <TakeDownDialog
      kind="track"
      reported={null}
      name={`“${track.title}”`}
      onClose={onClose}
      onTakeDown={(reason, sentence) => {
        if (isDeciding(track.trackId)) sayStillWaiting('take down');
        return decide({ act: 'take down', kind: 'track', thingId: track.trackId, reason, sentence });
      }}
    />
  );
}

const optionsFor = ({ kind }: AdminTakedown) =>
  [
    {
      value: 'cleared',
      title: 'It’s settled',
      body: 'The takedown was right. The artist gets nothing back.',
    },
    {
      value: 'mistake',
      title: 'It was our mistake',
      body:
        kind === 'track'
          ? 'The artist gets the upload and the missing reviews back.'
          : 'We tell the owner that it was wrong.',
    },
  ] as const;

interface RestoreDialogProps {
  takedown: AdminTakedown;
  name: string;
  onClose: () => void;
  onRestore: (as: 'mistake' | 'cleared', sentence: string) => Promise<boolean>;
}

/** Restores something, either because the cause was resolved or because the takedown was wrong. */
export function RestoreDialog({ takedown, name, onClose, onRestore }: RestoreDialogProps) {
  const [as, setAs] = useState<'mistake' | 'cleared'>('cleared');
  return (
    <SentenceForm
      title={`Restore ${name}?`}
      label="A sentence for the owner"
      most={takedownSentenceLength}
      confirmLabel="Restore"
      areOthersChanged={as !== 'cleared'}
      onClose={onClose}
      onConfirm={(sentence) => onRestore(as, sentence)}
    >
      <RadioCards label="Why" options={optionsFor(takedown)} value={as} onChange={setAs} />
    </SentenceForm>
  );
}

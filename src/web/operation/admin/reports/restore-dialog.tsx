import { useState } from 'react';
import type { AdminTakedown } from '#contract/operation/reports/takedowns.ts';
import { takedownSentenceLength } from '#contract/report-reasons.ts';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { SentenceForm } from '../sentence-form.tsx';

type As = 'mistake' | 'cleared';

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
  onRestore: (as: As, sentence: string) => Promise<boolean>;
}

/** Restores something, either because the cause was resolved or because the takedown was wrong. */
export function RestoreDialog({ takedown, name, onClose, onRestore }: RestoreDialogProps) {
  const [as, setAs] = useState<As>('cleared');
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

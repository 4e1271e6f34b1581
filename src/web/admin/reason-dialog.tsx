import type { ReactNode } from 'react';
import { moneyReasonLength } from '#contract/business-rules.ts';
import { SentenceForm } from './sentence-form.tsx';

interface ReasonDialogProps {
  title: string;
  /** What will happen, and who reads the reason. */
  children: ReactNode;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks for the reason of an act on somebody's money, and with it for the act itself. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <SentenceForm label="Reason" {...moneyReasonLength} {...props} />
);

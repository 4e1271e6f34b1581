import type { ReactNode } from 'react';
import { moneyReasonLength } from '#contract/business-rules.ts';
import { SentenceForm } from './sentence-form.tsx';

interface ReasonDialogProps {
  title: string;
  /** Explains the effect, and who reads the reason. */
  children: ReactNode;
  confirmLabel: string;
  tone?: 'act' | 'danger';
  onClose: () => void;
  onConfirm: (reason: string) => Promise<boolean>;
}

/** Asks for the reason of an action on a user's money, as its confirmation. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <SentenceForm label="Reason" {...moneyReasonLength} {...props} />
);

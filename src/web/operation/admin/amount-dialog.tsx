import type { ReactNode } from 'react';
import { moneyReasonLength } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import { plainCode } from '#contract/plain-text.ts';
import type { Cents } from '#contract/primitives.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { checkSentence, SentenceDialog, useSentByDialog } from './sentence-form.tsx';

/** Parses typed dollars, for example 12.50, to whole cents; undefined if invalid. */
function typedCents(typed: string): Cents | undefined {
  const [, dollars, rest = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(plainCode(typed)) ?? [];
  if (dollars === undefined) return undefined;
  const amount = Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
  return amount === 0 ? undefined : cents(amount);
}

const checkTypedCents = (typed: string): string | null =>
  typedCents(typed) === undefined ? 'Enter an amount like 12.50.' : null;

/** `plus` sends a positive amount, `minus` a negative one. */
type Direction = 'plus' | 'minus';

interface AmountDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly sentenceLabel: string;
  /** The button's text; null while no valid amount is typed. */
  readonly confirmLabel: (direction: Direction, shownAmount: string | null) => string;
  readonly isDanger?: (direction: Direction) => boolean;
  /** Returns whether it was done, and tells about a failure. */
  readonly onConfirm: (amountCents: Cents, reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const blank: { direction: Direction; amount: string; sentence: string } = {
  direction: 'plus',
  amount: '',
  sentence: '',
};

/** Asks for a direction, an amount in dollars and a reason. */
export function AmountDialog(props: AmountDialogProps) {
  const { title, children, directions, sentenceLabel, confirmLabel, isDanger, onConfirm, onClose } = props;
  const sending = useSentByDialog(
    (sent: typeof blank) =>
      onConfirm(
        cents((typedCents(sent.amount) ?? 0) * (sent.direction === 'plus' ? 1 : -1)),
        sent.sentence.trim(),
      ),
    onClose,
  );
  const form = useForm({
    initial: blank,
    checks: { amount: checkTypedCents, sentence: checkSentence(moneyReasonLength) },
    ...sending,
  });
  const isChanged = useUnsentForm(form, ['sentence']);
  const { direction, amount } = form.values;
  const typed = typedCents(amount);
  return (
    <SentenceDialog
      {...moneyReasonLength}
      label={sentenceLabel}
      title={title}
      confirmLabel={confirmLabel(direction, typed === undefined ? null : formatCents(typed))}
      tone={isDanger?.(direction) ? 'danger' : 'act'}
      hasFieldsBefore
      form={form.props}
      sentence={form.field('sentence')}
      isChanged={isChanged}
      isBusy={form.isBusy}
      onClose={onClose}
    >
      <p>{children}</p>
      <RadioCards
        {...form.field('direction')}
        label="Direction"
        autoFocus
        options={[
          { value: 'plus', title: directions.plus },
          { value: 'minus', title: directions.minus },
        ]}
      />
      <TextField {...form.field('amount')} label="Amount" prefix="$" inputMode="decimal" />
    </SentenceDialog>
  );
}

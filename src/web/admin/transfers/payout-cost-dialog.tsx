import { moneyReasonLength } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { RadioCards } from '#web/ui/controls/radio-cards.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { useForm } from '#web/use-form.ts';
import { useBooksAct } from '../books-act.ts';
import { checkSentence, SentenceDialog } from '../sentence-form.tsx';
import { checkTypedCents, typedCents } from '../typed-cents.ts';

interface TypedCost {
  readonly direction: 'taken' | 'given_back';
  readonly amount: string;
  readonly sentence: string;
}

/** Enters what a payment service or a bank charged for payouts. */
export function PayoutCostDialog({ onClose }: { onClose: () => void }) {
  const { act } = useBooksAct();
  const form = useForm<TypedCost>({
    initial: { direction: 'taken', amount: '', sentence: '' },
    checks: { amount: checkTypedCents, sentence: checkSentence(moneyReasonLength) },
    send: ({ sentence }) => {
      book(sentence.trim());
      onClose();
    },
  });
  const { direction, amount } = form.values;
  const typed = typedCents(amount);
  const book = (reason: string) => {
    const amountCents = cents((typed ?? 0) * (direction === 'taken' ? 1 : -1));
    act({
      name: 'book-payout-cost',
      of: `${amountCents} ${reason}`,
      run: async (key) => {
        await callApi(api.books.bookPayoutCost, { body: { amountCents, reason }, idempotencyKey: key });
        return { title: 'Cost booked', body: 'The Founder page counts it.' };
      },
      failed: 'Nothing was booked',
    });
  };
  return (
    <SentenceDialog
      {...moneyReasonLength}
      label="What it was for"
      title="Enter a payout cost"
      confirmLabel={typed === undefined ? 'Book it' : `Book ${formatCents(typed)}`}
      hasFieldsBefore
      form={form.props}
      sentence={form.field('sentence')}
      onClose={onClose}
    >
      <p>
        Take the amount from the bill of your payment service or bank. To correct a mistake, enter the same
        amount as given back.
      </p>
      <RadioCards
        {...form.field('direction')}
        label="Direction"
        autoFocus
        options={[
          { value: 'taken', title: 'Charged' },
          { value: 'given_back', title: 'Given back' },
        ]}
      />
      <TextField {...form.field('amount')} label="Amount" prefix="$" inputMode="decimal" />
    </SentenceDialog>
  );
}

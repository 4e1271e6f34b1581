import type { ListenerAccount } from '#contract/books.ts';
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

interface Correction {
  readonly direction: 'add' | 'take';
  readonly amount: string;
  readonly sentence: string;
}

/** Adds to a listener's available balance or takes from it, with a reason that the listener reads. */
export function CorrectionDialog({ listener, onClose }: { listener: ListenerAccount; onClose: () => void }) {
  const { act } = useBooksAct();
  const { listenerId, displayName, availableCents } = listener;
  const form = useForm<Correction>({
    initial: { direction: 'add', amount: '', sentence: '' },
    checks: {
      amount: checkTypedCents,
      sentence: checkSentence(moneyReasonLength),
    },
    send: ({ sentence }) => {
      correct(sentence.trim());
      onClose();
    },
  });
  const { direction, amount } = form.values;
  const typed = typedCents(amount);
  const correct = (reason: string) => {
    const amountCents = cents((typed ?? 0) * (direction === 'add' ? 1 : -1));
    act({
      name: `correct-balance:${listenerId}`,
      of: `${amountCents} ${reason}`,
      run: async (key) => {
        const { status } = await callApi(api.books.correctBalance, {
          params: { listenerId },
          body: { amountCents, reason },
          idempotencyKey: key,
        });
        return status === 'waiting'
          ? { title: 'Correction proposed', body: 'Another admin has to book it.' }
          : { title: 'Correction booked', body: `${displayName} sees your reason in the statement.` };
      },
      failed: 'Nothing was corrected',
    });
  };
  return (
    <SentenceDialog
      {...moneyReasonLength}
      label="Reason"
      title="Correct a balance"
      confirmLabel={
        typed === undefined ? 'Correct' : `${direction === 'add' ? 'Add' : 'Take'} ${formatCents(typed)}`
      }
      tone={direction === 'add' ? 'act' : 'danger'}
      hasFieldsBefore
      form={form.props}
      sentence={form.field('sentence')}
      onClose={onClose}
    >
      <p>
        {`${displayName} has ${formatCents(availableCents)} available. A correction is its own ledger entry, and the listener sees the reason.`}
      </p>
      <RadioCards
        {...form.field('direction')}
        label="Direction"
        autoFocus
        options={[
          { value: 'add', title: 'Add to available' },
          { value: 'take', title: 'Take from available' },
        ]}
      />
      <TextField {...form.field('amount')} label="Amount" prefix="$" inputMode="decimal" />
    </SentenceDialog>
  );
}

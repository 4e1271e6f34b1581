import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Correction, ListenerAccount } from '#contract/money/books/books.ts';
import type { Cents } from '#contract/primitives.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { column, figure, rowName } from '#web/ui/display/columns.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AmountDialog } from '../amount-dialog.tsx';
import { useBooksAct } from '../books-act.ts';

/** Adds to or subtracts from a listener's available balance, with a reason that the listener reads. */
export function CorrectionDialog({ listener, onClose }: { listener: ListenerAccount; onClose: () => void }) {
  const { act } = useBooksAct();
  const { listenerId, displayName, availableCents } = listener;
  const correct = (amountCents: Cents, reason: string) =>
    act({
      // No `of`: nothing else keeps a correction whose response was lost from being booked again with another reason.
      name: `correct-balance:${listenerId}`,
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
  return (
    <AmountDialog
      title="Correct a balance"
      directions={{ plus: 'Add to available', minus: 'Take from available' }}
      sentenceLabel="Reason"
      confirmLabel={(direction, amount) =>
        amount === null ? 'Correct' : `${direction === 'plus' ? 'Add' : 'Take'} ${amount}`
      }
      isDanger={(direction) => direction === 'minus'}
      onConfirm={correct}
      onClose={onClose}
    >
      {`${displayName} has ${formatCents(availableCents)} available. A correction is its own ledger entry, and the listener sees the reason.`}
    </AmountDialog>
  );
}

const done = {
  booked: { title: 'Correction booked', body: 'The balance has changed.' },
  declined: { title: 'Correction declined', body: 'Nothing was booked.' },
} as const;

/** Corrections that wait for a second admin. */
export function WaitingCorrections({ waiting }: { waiting: readonly Correction[] }) {
  const { act, isPending } = useBooksAct();
  if (waiting.length === 0) return null;
  const decide = (correctionId: string, status: 'booked' | 'declined') =>
    act({
      name: `decide-correction:${correctionId}:${status}`,
      about: correctionId,
      run: async (key) => {
        await callApi(api.books.decideCorrection, {
          params: { correctionId },
          body: { status },
          idempotencyKey: key,
        });
        return done[status];
      },
      failed: 'The correction was not decided',
    });
  const columns: readonly Column<Correction>[] = [
    rowName('Listener', ({ displayName }) => displayName),
    figure('Amount', ({ amountCents }) => <Money cents={amountCents} signed />),
    column('Reason', ({ reason, proposedBy }) => (
      <>
        {reason}
        <span className="block text-sm text-muted">{`Proposed by ${proposedBy.displayName}`}</span>
      </>
    )),
    column('Actions', ({ id, amountCents, displayName }) => {
      const which = <VisuallyHidden>{` ${formatCents(amountCents)} for ${displayName}`}</VisuallyHidden>;
      const button = { size: 'small', isDisabled: isPending } as const;
      return (
        <span className="flex gap-2">
          <Button {...button} onPress={() => decide(id, 'booked')}>
            Book{which}
          </Button>
          <Button {...button} variant="quiet" onPress={() => decide(id, 'declined')}>
            Decline{which}
          </Button>
        </span>
      );
    }),
  ];
  return (
    <Panel title="Corrections waiting for a second admin" tone="act">
      <Table caption="Waiting corrections" columns={columns} rows={waiting} rowKey={({ id }) => id} />
    </Panel>
  );
}

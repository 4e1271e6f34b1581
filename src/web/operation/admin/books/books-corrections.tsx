import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Correction } from '#contract/money/books/books.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useBooksAct } from '../books-act.ts';

const done = {
  booked: { title: 'Correction booked', body: 'The balance has changed.' },
  declined: { title: 'Correction declined', body: 'Nothing was booked.' },
} as const;

/** Corrections that wait for a second admin. */
export function BooksCorrections({ waiting }: { waiting: readonly Correction[] }) {
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
    ...correctionColumns,
    {
      id: 'actions',
      header: 'Actions',
      cell: ({ id, amountCents, displayName }) => {
        const which = <VisuallyHidden>{` ${formatCents(amountCents)} for ${displayName}`}</VisuallyHidden>;
        return (
          <span className="flex gap-2">
            <Button size="small" isDisabled={isPending} onPress={() => decide(id, 'booked')}>
              Book{which}
            </Button>
            <Button
              size="small"
              variant="quiet"
              isDisabled={isPending}
              onPress={() => decide(id, 'declined')}
            >
              Decline{which}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <Panel title="Corrections waiting for a second admin" tone="act">
      <Table caption="Waiting corrections" columns={columns} rows={waiting} rowKey={({ id }) => id} />
    </Panel>
  );
}

const correctionColumns: readonly Column<Correction>[] = [
  { id: 'listener', header: 'Listener', isRowHeader: true, cell: ({ displayName }) => displayName },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amountCents }) => <Money cents={amountCents} signed />,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason, proposedBy }) => (
      <>
        {reason}
        <span className="block text-sm text-muted">{`Proposed by ${proposedBy.displayName}`}</span>
      </>
    ),
  },
];

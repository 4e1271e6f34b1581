import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportLine, PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminList } from '../admin-list.tsx';
import { exportLinesQuery } from '../books-queries.ts';
import { aboutPayout, useConfirmArrival } from './confirm-arrival.ts';
import { ReturnPayoutDialog } from './return-payout-dialog.tsx';

const stateTexts = {
  waiting: 'waiting',
  sending: 'sent',
  paid: 'arrived',
  failed: 'returned',
  checking: 'checking with the service',
} as const;

const names = { paypal: 'PayPal file', bank: 'Bank file' } as const;
const nameOf = ({ method }: PayoutExport) => (method === null ? 'File' : names[method]);

/** The payouts of a file: each is confirmed as arrived, or returned to the balance. */
export function ExportLines({ made, onClose }: { made: PayoutExport; onClose: () => void }) {
  const lines = useInfiniteQuery(exportLinesQuery(made.id));
  const [returning, setReturning] = useState<ExportLine | null>(null);
  const { confirm, isPending } = useConfirmArrival();
  return (
    <Panel
      title={`${nameOf(made)} of ${made.madeAt.slice(0, 10)}`}
      actions={
        <Button variant="quiet" size="small" onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">
          Confirm the payouts that your bank or payment service reports as paid. Reverse the ones it returned.
        </p>
        <AdminList<ExportLine>
          query={lines}
          empty={<EmptyState title="No lines">Nothing is in it.</EmptyState>}
        >
          {(rows) => (
            <Table
              caption="Lines of this file"
              columns={columnsOf({ isPending, onConfirm: confirm, onReturn: setReturning })}
              rows={rows}
              rowKey={({ payoutId }) => payoutId}
            />
          )}
        </AdminList>
      </div>
      {returning !== null && (
        <ReturnPayoutDialog
          title="Was this payout returned?"
          payout={returning}
          onClose={() => setReturning(null)}
        />
      )}
    </Panel>
  );
}

interface LineActs {
  readonly isPending: boolean;
  readonly onConfirm: (line: ExportLine) => void;
  readonly onReturn: (line: ExportLine) => void;
}

const columnsOf = ({ isPending, onConfirm, onReturn }: LineActs): readonly Column<ExportLine>[] => [
  { id: 'listener', header: 'Listener', isRowHeader: true, cell: ({ displayName }) => displayName },
  { id: 'destination', header: 'Goes to', cell: ({ destination }) => destination ?? '–' },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ amountCents }) => <Money cents={amountCents} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ transfer, reason }) => (
      <>
        {transfer === null ? 'sent' : stateTexts[transfer]}
        {reason !== null && <span className="block text-sm text-muted">{reason}</span>}
      </>
    ),
  },
  {
    id: 'acts',
    header: 'Actions',
    cell: (line) => (
      <span className="flex flex-wrap gap-2">
        {line.transfer === 'sending' && (
          <Button size="small" isDisabled={isPending} onPress={() => onConfirm(line)}>
            Arrived<VisuallyHidden>{`: ${aboutPayout(line)}`}</VisuallyHidden>
          </Button>
        )}
        {(line.transfer === 'sending' || line.transfer === 'paid') && (
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onReturn(line)}>
            Returned<VisuallyHidden>{`: ${aboutPayout(line)}`}</VisuallyHidden>
          </Button>
        )}
      </span>
    ),
  },
];

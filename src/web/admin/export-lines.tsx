import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportLine, PayoutExport } from '#contract/books.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminList } from './admin-list.tsx';
import { useBooksAct } from './books-act.ts';
import { exportLinesQuery } from './books-queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const stateTexts = {
  waiting: 'waits',
  sending: 'handed over',
  paid: 'arrived',
  failed: 'came back',
  checking: 'being asked about',
} as const;

/** The payouts of a file: each is confirmed as arrived, or booked back. */
export function ExportLines({ made, onClose }: { made: PayoutExport; onClose: () => void }) {
  const lines = useInfiniteQuery(exportLinesQuery(made.id));
  const [returning, setReturning] = useState<ExportLine | null>(null);
  const { act, isPending } = useBooksAct();
  const confirm = (line: ExportLine) =>
    act({
      name: `confirm-payout:${line.payoutId}`,
      run: async () => {
        await callApi(api.books.confirmPayout, { params: { payoutId: line.payoutId }, body: {} });
        return { title: 'Payout confirmed', body: `${about(line)}.` };
      },
      failed: 'The payout was not confirmed',
    });
  return (
    <Panel
      title={`File of ${made.madeAt.slice(0, 10)}`}
      actions={
        <Button variant="quiet" size="small" onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">
          Confirm what your bank or payment service reports as paid, and book back what it returned.
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
      {returning !== null && <ReturnDialog line={returning} onClose={() => setReturning(null)} />}
    </Panel>
  );
}

const about = ({ displayName, amountCents }: ExportLine) => `${formatCents(amountCents)} for ${displayName}`;

function ReturnDialog({ line, onClose }: { line: ExportLine; onClose: () => void }) {
  const { act } = useBooksAct();
  return (
    <ReasonDialog
      title="Was this payout returned?"
      confirmLabel="Book it back"
      onClose={onClose}
      onConfirm={(reason) =>
        act({
          name: `return-payout:${line.payoutId}`,
          of: reason,
          run: async (key) => {
            const sent = { params: { payoutId: line.payoutId }, body: { reason }, idempotencyKey: key };
            await callApi(api.books.returnPayout, sent);
            return { title: 'Payout booked back', body: `${about(line)}.` };
          },
          failed: 'The payout was not booked back',
        })
      }
    >
      <p>{`${about(line)} is available again. The listener reads your reason.`}</p>
    </ReasonDialog>
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
        {transfer === null ? 'handed over' : stateTexts[transfer]}
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
            Arrived<VisuallyHidden>{`: ${about(line)}`}</VisuallyHidden>
          </Button>
        )}
        {(line.transfer === 'sending' || line.transfer === 'paid') && (
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onReturn(line)}>
            Returned<VisuallyHidden>{`: ${about(line)}`}</VisuallyHidden>
          </Button>
        )}
      </span>
    ),
  },
];

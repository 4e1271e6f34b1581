import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Books } from '#contract/money/books/books.ts';
import type { ExportLine, PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { plainCode } from '#contract/plain-text.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { saveFile } from '#web/files/save-file.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { column, figure, money, rowName } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import type { Column } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminTable } from '../admin-list.tsx';
import { exportLinesQuery, payoutExportsQuery } from '../admin-queries.ts';
import { useBooksAct } from '../books-act.ts';
import { ReturnPayoutDialog, TransferButtons } from './transfer-acts.tsx';

async function handOver(exportId: string): Promise<void> {
  const { files } = await callApi(api.books.handOverPayouts, { params: { exportId }, body: {} });
  for (const file of files) saveFile(file);
}

const fileNames = { paypal: 'PayPal', bank: 'bank' } as const;

interface PayoutFilesProps {
  toExport: Books['toExport'];
  onOpen: (made: PayoutExport) => void;
}

/** Payouts that are paid by file: those waiting, and those exported. */
export function PayoutFiles({ toExport, onOpen }: PayoutFilesProps) {
  return (
    <Panel title="Payments">
      <div className="grid gap-4">
        {toExport.length === 0 ? (
          <p className="text-muted">No approved payouts are waiting for a file.</p>
        ) : (
          toExport.map((waiting) => <WaitingForFile key={waiting.method} waiting={waiting} />)
        )}
        <AdminTable
          query={useInfiniteQuery(payoutExportsQuery)}
          empty={null}
          caption="Files for the bank"
          columns={fileColumns(onOpen)}
          rowKey={({ id }) => id}
        />
      </div>
    </Panel>
  );
}

/** Converts 1.0850 to 10850; null if it is not a valid rate. */
function rateOf(typed: string): number | null {
  const plain = plainCode(typed);
  const rate = Math.round(Number(plain) * 10_000);
  return plain !== '' && rate >= 1000 && rate <= 100_000 ? rate : null;
}

/** A sum in euros at a rate, so that a mistyped rate is noticed before anything is paid. */
const euros = (dollars: number, rate: number): string => `€${((dollars * 10_000) / rate / 100).toFixed(2)}`;

/** Creates one file of all waiting payouts. A bank file is in euros, at the day's rate. */
function WaitingForFile({ waiting }: { waiting: Books['toExport'][number] }) {
  const { act, isPending } = useBooksAct();
  const [typedRate, setTypedRate] = useState('');
  const rate = rateOf(typedRate);
  const { method, count, totalCents } = waiting;
  const bankBody = rate === null ? null : { method: 'bank' as const, euroRate: rate };
  const body = method === 'bank' ? bankBody : { method };
  const makeFile = () =>
    body &&
    act({
      name: `export-payouts:${method}`,
      of: String(rate),
      run: async (key) => {
        const made = await callApi(api.books.exportPayouts, { body, idempotencyKey: key });
        await handOver(made.id);
        const sum = `${countText(made.lineCount)}, ${formatCents(made.totalCents)}.`;
        return { title: 'File made', body: sum };
      },
      failed: 'Export failed',
    });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <p className="min-w-0 grow text-muted">
        {`${countText(count)} of ${formatCents(totalCents)} ${count === 1 ? 'is' : 'are'} waiting for a ${fileNames[method]} file.`}
      </p>
      {method === 'bank' && (
        <TextField
          label="Dollars per euro"
          inputMode="decimal"
          value={typedRate}
          onChange={setTypedRate}
          hint={
            rate === null
              ? 'The file is in euros. For example 1.0850.'
              : `${formatCents(totalCents)} is ${euros(totalCents, rate)} at this rate.`
          }
        />
      )}
      <Button
        size="small"
        isDisabled={body === null}
        isPending={isPending}
        pendingLabel="Making..."
        onPress={makeFile}
      >
        {`Make the ${fileNames[method]} file`}
      </Button>
    </div>
  );
}

const countText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'payout' : 'payouts'}`;

const fileColumns = (onOpen: (made: PayoutExport) => void): readonly Column<PayoutExport>[] => [
  rowName('Made', ({ madeAt, method }) => (
    <>
      <TimeAgo date={madeAt} />
      {method !== null && <span className="block text-sm text-muted">{fileNames[method]}</span>}
    </>
  )),
  column('By', ({ madeBy }) => madeBy),
  figure('Payouts', ({ lineCount }) => lineCount),
  figure('Open', ({ openLines }) => openLines),
  money('Total', ({ totalCents }) => totalCents),
  column('File', (made) => (
    <span className="flex flex-wrap gap-2">
      <Button variant="quiet" size="small" onPress={() => onOpen(made)}>
        Lines
        <VisuallyHidden>{` of ${made.madeAt.slice(0, 10)}`}</VisuallyHidden>
      </Button>
      {made.method !== null && <DownloadAgain made={made} />}
    </span>
  )),
];

function DownloadAgain({ made }: { made: PayoutExport }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => handOver(made.id),
    onError: (error) => toast(toastFor(error, { title: 'Export failed' })),
  });
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => mutate()}>
      Download
      <VisuallyHidden>{` the file of ${made.madeAt.slice(0, 10)}`}</VisuallyHidden>
    </Button>
  );
}

const titles = { paypal: 'PayPal file', bank: 'Bank file' } as const;

/** The payouts of a file: each is confirmed as arrived, or returned to the balance. */
export function ExportLines({ made, onClose }: { made: PayoutExport; onClose: () => void }) {
  const [returning, setReturning] = useState<ExportLine | null>(null);
  return (
    <Panel
      title={`${made.method === null ? 'File' : titles[made.method]} of ${made.madeAt.slice(0, 10)}`}
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
        <AdminTable
          query={useInfiniteQuery(exportLinesQuery(made.id))}
          empty={<EmptyState title="No lines">Nothing is in it.</EmptyState>}
          caption="Lines of this file"
          columns={lineColumns(setReturning)}
          rowKey={({ payoutId }) => payoutId}
        />
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

const stateTexts = {
  waiting: 'waiting',
  sending: 'sent',
  paid: 'arrived',
  failed: 'returned',
  checking: 'checking with the service',
} as const;

const lineColumns = (onReturn: (line: ExportLine) => void): readonly Column<ExportLine>[] => [
  rowName('Listener', ({ displayName }) => displayName),
  column('Goes to', ({ destination }) => destination ?? '–'),
  money('Amount', ({ amountCents }) => amountCents),
  column('State', ({ transfer, reason }) => (
    <>
      {transfer === null ? 'sent' : stateTexts[transfer]}
      {reason !== null && <span className="block text-sm text-muted">{reason}</span>}
    </>
  )),
  column('Actions', (line) => (
    <TransferButtons
      payout={line}
      canConfirm={line.transfer === 'sending'}
      canReturn={line.transfer === 'sending' || line.transfer === 'paid'}
      returnLabel="Returned"
      onReturn={() => onReturn(line)}
    />
  )),
];

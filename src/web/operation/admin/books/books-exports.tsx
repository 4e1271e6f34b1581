import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Books } from '#contract/money/books/books.ts';
import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { plainCode } from '#contract/plain-text.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { saveFile } from '#web/files/save-file.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { useBooksAct } from '../books-act.ts';
import { payoutExportsQuery } from '../books-queries.ts';

async function handOver(exportId: string): Promise<void> {
  const { files } = await callApi(api.books.handOverPayouts, { params: { exportId }, body: {} });
  for (const file of files) saveFile(file);
}

const fileNames = { paypal: 'PayPal', bank: 'bank' } as const;

interface BooksExportsProps {
  toExport: Books['toExport'];
  onOpen: (made: PayoutExport) => void;
}

/** Payouts that are paid by file: those waiting, and those exported. */
export function BooksExports({ toExport, onOpen }: BooksExportsProps) {
  const exported = useInfiniteQuery(payoutExportsQuery);
  const rows = exported.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title="Payments">
      <div className="grid gap-4">
        {toExport.length === 0 ? (
          <p className="text-muted">No approved payouts are waiting for a file.</p>
        ) : (
          toExport.map((waiting) => <WaitingForFile key={waiting.method} waiting={waiting} />)
        )}
        {rows.length > 0 && (
          <Table
            caption="Files for the bank"
            columns={columnsOf(onOpen)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        {exported.hasNextPage && (
          <div>
            <Button variant="quiet" size="small" onPress={() => void exported.fetchNextPage()}>
              Older files
            </Button>
          </div>
        )}
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
        return {
          title: 'File made',
          body: `${countText(made.lineCount)}, ${formatCents(made.totalCents)}.`,
        };
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

const columnsOf = (onOpen: (made: PayoutExport) => void): readonly Column<PayoutExport>[] => [
  {
    id: 'made',
    header: 'Made',
    isRowHeader: true,
    cell: ({ madeAt, method }) => (
      <>
        <TimeAgo date={madeAt} />
        {method !== null && <span className="block text-sm text-muted">{fileNames[method]}</span>}
      </>
    ),
  },
  { id: 'by', header: 'By', cell: ({ madeBy }) => madeBy },
  { id: 'lines', header: 'Payouts', align: 'end', cell: ({ lineCount }) => lineCount },
  { id: 'open', header: 'Open', align: 'end', cell: ({ openLines }) => openLines },
  { id: 'total', header: 'Total', align: 'end', cell: ({ totalCents }) => <Money cents={totalCents} /> },
  {
    id: 'file',
    header: 'File',
    cell: (made) => (
      <span className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onPress={() => onOpen(made)}>
          Lines
          <VisuallyHidden>{` of ${made.madeAt.slice(0, 10)}`}</VisuallyHidden>
        </Button>
        {made.method !== null && <DownloadAgain made={made} />}
      </span>
    ),
  },
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

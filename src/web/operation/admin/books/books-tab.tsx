import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { booksQuery, openTransfersQuery } from '../books-queries.ts';
import { ExportLines } from '../transfers/export-lines.tsx';
import { OpenTransfers } from '../transfers/open-transfers.tsx';
import { PayoutCosts } from '../transfers/payout-costs.tsx';
import { BooksAudit } from './books-audit.tsx';
import { BooksCorrections } from './books-corrections.tsx';
import { BooksExports } from './books-exports.tsx';
import { BooksJournal } from './books-journal.tsx';

/** The ledger: its state, payouts to the bank, and every entry. */
export function BooksTab() {
  const books = useQuery(booksQuery);
  const transfers = useInfiniteQuery(openTransfersQuery);
  const [opened, setOpened] = useState<PayoutExport | null>(null);
  if (books.data === undefined) {
    return books.isError ? (
      <LoadFailure title="Error loading admin data" onRetry={() => void books.refetch()}>
        {failureText(books.error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-112 w-full" label="Loading..." />
    );
  }
  const { waitingCorrections } = books.data;
  const open = transfers.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BooksAudit books={books.data} />
        <BooksExports toExport={books.data.toExport} onOpen={setOpened} />
      </div>
      {opened !== null && <ExportLines key={opened.id} made={opened} onClose={() => setOpened(null)} />}
      {/* Keep the journal in place when the last rows above it disappear. */}
      <SteadyRows rows={[...open.map(({ payoutId }) => payoutId), ...waitingCorrections.map(({ id }) => id)]}>
        <div className="grid gap-8">
          <OpenTransfers query={transfers} />
          <BooksCorrections waiting={waitingCorrections} />
          <PayoutCosts />
          <BooksJournal />
        </div>
      </SteadyRows>
    </div>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayoutExport } from '#contract/money/payout-transfers/payout-exports.ts';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { booksQuery, openTransfersQuery } from '../admin-queries.ts';
import { Loaded } from '../loaded-figures.tsx';
import { OpenTransfers } from '../payout-transfers/open-transfers.tsx';
import { PayoutCosts } from '../payout-transfers/payout-costs.tsx';
import { ExportLines, PayoutFiles } from '../payout-transfers/payout-files.tsx';
import { BooksAudit } from './books-audit.tsx';
import { BooksJournal } from './books-journal.tsx';
import { WaitingCorrections } from './corrections.tsx';

/** The ledger: its state, payouts to the bank, and every entry. */
export function BooksTab() {
  const transfers = useInfiniteQuery(openTransfersQuery);
  const [opened, setOpened] = useState<PayoutExport | null>(null);
  const open = transfers.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Loaded query={useQuery(booksQuery)}>
      {(books) => (
        <div className="grid gap-8">
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <BooksAudit books={books} />
            <PayoutFiles toExport={books.toExport} onOpen={setOpened} />
          </div>
          {opened !== null && <ExportLines key={opened.id} made={opened} onClose={() => setOpened(null)} />}
          {/* Keep the journal in place when the last rows above it disappear. */}
          <SteadyRows
            rows={[...open.map(({ payoutId }) => payoutId), ...books.waitingCorrections.map(({ id }) => id)]}
          >
            <div className="grid gap-8">
              <OpenTransfers query={transfers} />
              <WaitingCorrections waiting={books.waitingCorrections} />
              <PayoutCosts />
              <BooksJournal />
            </div>
          </SteadyRows>
        </div>
      )}
    </Loaded>
  );
}

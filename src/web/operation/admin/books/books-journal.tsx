import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Entry, ListenerAccount } from '#contract/money/books/books.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { entriesQuery, listenerQuery } from '../books-queries.ts';
import { TestBadge } from '../test-badge.tsx';
import { CorrectionDialog } from './books-correction-dialog.tsx';
import { entryTexts, makerText } from './books-entry-texts.ts';
import { canUndo, UndoDialog } from './books-undo-dialog.tsx';

/** Every ledger entry, of all listeners or one, with actions to undo or correct. */
export function BooksJournal() {
  const [email, setEmail] = useState('');
  const listener = useQuery({ ...listenerQuery(email), enabled: email !== '' });
  return (
    <section aria-labelledby="journal" className="grid gap-4">
      <h2 id="journal" className="text-2xl">
        Journal
      </h2>
      <ListenerSearch
        onSearch={setEmail}
        error={listener.isError ? failureText(listener.error) : undefined}
      />
      {listener.data !== undefined && <Account listener={listener.data} onClose={() => setEmail('')} />}
      <Entries listenerId={listener.data?.listenerId} />
    </section>
  );
}

function ListenerSearch({
  onSearch,
  error,
}: {
  onSearch: (email: string) => void;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-xl items-start gap-3">
        <div className="min-w-0 grow">
          <TextField
            label="Listener’s email"
            hideLabel
            placeholder="Listener’s email"
            inputMode="email"
            value={typed}
            onChange={setTyped}
            error={error}
          />
        </div>
        <Button type="submit" variant="quiet">
          Show
        </Button>
      </form>
    </search>
  );
}

function Account({ listener, onClose }: { listener: ListenerAccount; onClose: () => void }) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border border-line bg-panel p-4 sm:p-5">
      <p className="flex items-center gap-3 text-xl font-semibold">
        {listener.displayName}
        {listener.isTest && <TestBadge />}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Balance name="Available" cents={listener.availableCents} />
        <Balance name="Pending" cents={listener.pendingCents} />
        <Balance name="Owed" cents={listener.owedCents} />
      </dl>
      <div className="flex gap-3">
        <Button size="small" onPress={() => setIsCorrecting(true)}>
          Correct
        </Button>
        <Button size="small" variant="quiet" onPress={onClose}>
          Show everyone
        </Button>
      </div>
      {isCorrecting && <CorrectionDialog listener={listener} onClose={() => setIsCorrecting(false)} />}
    </div>
  );
}

const Balance = ({ name, cents }: { name: string; cents: ListenerAccount['availableCents'] }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold">
      <Money cents={cents} />
    </dd>
  </div>
);

function Entries({ listenerId }: { listenerId: string | undefined }) {
  const entries = useInfiniteQuery(entriesQuery(listenerId));
  const [undoing, setUndoing] = useState<Entry | null>(null);
  const rows = entries.data?.pages.flatMap((page) => page.items);
  if (rows === undefined) {
    return entries.isError ? (
      <LoadFailure title="Error loading admin data" onRetry={() => void entries.refetch()}>
        {failureText(entries.error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-64 w-full" label="Loading..." />
    );
  }
  if (rows.length === 0) return <EmptyState title="No entries yet">No money has moved.</EmptyState>;
  const columns: readonly Column<Entry>[] = [
    ...entryColumns,
    {
      id: 'actions',
      header: 'Actions',
      cell: (entry) =>
        canUndo(entry) && (
          <Button size="small" variant="quiet" onPress={() => setUndoing(entry)}>
            {entry.kind === 'reward' ? 'Reverse' : 'Returned'}
            <VisuallyHidden>{` entry ${entry.id} of ${entry.displayName}`}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return (
    <div className="grid gap-4">
      <SteadyRows rows={rows.map(({ id }) => String(id))} isCovered={undoing !== null}>
        <Table
          caption="Entries of the ledger"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
        />
      </SteadyRows>
      {entries.hasNextPage && (
        <LoadMore isLoading={entries.isFetchingNextPage} onPress={() => void entries.fetchNextPage()} />
      )}
      {undoing !== null && <UndoDialog entry={undoing} onClose={() => setUndoing(null)} />}
    </div>
  );
}

const entryColumns: readonly Column<Entry>[] = [
  { id: 'number', header: 'Entry', align: 'end', leads: true, cell: ({ id }) => id },
  { id: 'when', header: 'When', cell: ({ createdAt }) => <TimeAgo date={createdAt} /> },
  {
    id: 'what',
    header: 'What',
    isRowHeader: true,
    cell: ({ kind, isUndone, reason, actorName }) => (
      <>
        <span className={isUndone ? 'line-through' : ''}>{entryTexts[kind]}</span>
        {reason !== null && <span className="block max-w-prose font-normal">{reason}</span>}
        <span className="block text-sm font-normal text-muted">{makerText({ kind, actorName })}</span>
      </>
    ),
  },
  { id: 'listener', header: 'Listener', cell: ({ displayName }) => displayName },
  { id: 'amount', header: 'Amount', align: 'end', cell: ({ grossCents }) => <Money cents={grossCents} /> },
];

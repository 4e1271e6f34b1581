import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Entry, ListenerAccount } from '#contract/money/books/books.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { column, figure, rowName, timeAgo } from '#web/ui/display/columns.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminSection } from '../admin-figure.tsx';
import { AdminList } from '../admin-list.tsx';
import { entriesQuery, listenerQuery } from '../admin-queries.ts';
import { useBooksAct } from '../books-act.ts';
import { ReturnPayoutDialog } from '../payout-transfers/transfer-acts.tsx';
import { ReasonDialog } from '../sentence-form.tsx';
import { TestBadge } from '../test-badge.tsx';
import { CorrectionDialog } from './corrections.tsx';
import { type EntryDay, entryDays, entryTexts, makerText } from './entries.ts';

/** Every ledger entry, of all listeners or one, with actions to undo or correct. */
export function BooksJournal() {
  const [email, setEmail] = useState('');
  const listener = useQuery({ ...listenerQuery(email), enabled: email !== '' });
  const listenerId = listener.data?.listenerId;
  return (
    <AdminSection title="Journal">
      <ListenerSearch
        onSearch={setEmail}
        error={listener.isError ? failureText(listener.error) : undefined}
      />
      {listener.data !== undefined && <Account listener={listener.data} onClose={() => setEmail('')} />}
      <Entries key={listenerId} listenerId={listenerId} />
    </AdminSection>
  );
}

interface ListenerSearchProps {
  onSearch: (email: string) => void;
  error: string | undefined;
}

function ListenerSearch({ onSearch, error }: ListenerSearchProps) {
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
  const balances = [
    ['Available', listener.availableCents],
    ['Pending', listener.pendingCents],
    ['Owed', listener.owedCents],
  ] as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border border-line bg-panel p-4 sm:p-5">
      <p className="flex items-center gap-3 text-xl font-semibold">
        {listener.displayName}
        {listener.isTest && <TestBadge />}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {balances.map(([name, cents]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">
              <Money cents={cents} />
            </dd>
          </div>
        ))}
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

function Entries({ listenerId }: { listenerId: string | undefined }) {
  const query = useInfiniteQuery(entriesQuery(listenerId));
  const [undoing, setUndoing] = useState<Entry | null>(null);
  const columns = [...entryColumns, undoColumn(setUndoing)];
  return (
    <>
      <AdminList query={query} empty={<EmptyState title="No entries yet">No money has moved.</EmptyState>}>
        {(entries) => (
          <SteadyRows rows={entries.map(({ id }) => String(id))} isCovered={undoing !== null}>
            <ul className="border-t border-rest">
              {entryDays(entries).map((day) => (
                <Day key={day.key} day={day} columns={columns} />
              ))}
            </ul>
            {query.hasNextPage && (
              <p className="pt-4 text-sm text-muted">Older entries may add to the sums of the last day.</p>
            )}
          </SteadyRows>
        )}
      </AdminList>
      {undoing !== null && <UndoDialog entry={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

const shownDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** What a day (UTC) brought a listener; opens to its entries. */
function Day({ day, columns }: { day: EntryDay; columns: readonly Column<Entry>[] }) {
  const date = shownDay.format(new Date(day.day));
  return (
    <li className="border-b border-line">
      <details>
        <summary className="py-2.5 hover:bg-panel">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-baseline gap-x-4 ps-2">
            <span className="font-semibold wrap-anywhere sm:w-56">{day.displayName}</span>
            <span className="tabular text-muted sm:w-16">{date}</span>
            <span className="order-1 min-w-0 basis-full text-sm text-muted sm:order-none sm:basis-auto">
              {day.kinds}
            </span>
            <span className="ms-auto">
              <Money cents={day.changeCents} signed />
            </span>
          </span>
        </summary>
        <div className="pb-4 ps-6">
          <Table
            caption={`Entries of ${day.displayName}, ${date}`}
            columns={columns}
            rows={day.entries}
            rowKey={({ id }) => String(id)}
          />
        </div>
      </details>
    </li>
  );
}

const entryColumns: readonly Column<Entry>[] = [
  figure('Entry', ({ id }) => id, { leads: true }),
  timeAgo('When', ({ createdAt }) => createdAt),
  rowName('What', ({ kind, isUndone, reason, actorName }) => (
    <>
      <span className={isUndone ? 'line-through' : ''}>{entryTexts[kind]}</span>
      {reason !== null && <span className="block max-w-prose font-normal">{reason}</span>}
      <span className="block text-sm font-normal text-muted">{makerText({ kind, actorName })}</span>
    </>
  )),
  figure('Amount', ({ kind, grossCents, changeCents }) =>
    kind === 'correction' ? <Money cents={changeCents} signed /> : <Money cents={grossCents} />,
  ),
];

/** An admin can undo a reward, or a payout that was returned. */
const undoColumn = (onUndo: (entry: Entry) => void): Column<Entry> =>
  column(
    'Actions',
    (entry) =>
      !entry.isUndone &&
      (entry.kind === 'reward' || entry.kind === 'payout_completion') && (
        <Button size="small" variant="quiet" onPress={() => onUndo(entry)}>
          {entry.kind === 'reward' ? 'Reverse' : 'Returned'}
          <VisuallyHidden>{` entry ${entry.id} of ${entry.displayName}`}</VisuallyHidden>
        </Button>
      ),
  );

/** Reverses a review's reward, or returns a payout that came back from the bank to the balance. */
function UndoDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { act } = useBooksAct();
  const { sourceId, grossCents, displayName } = entry;
  if (entry.kind !== 'reward') {
    const payout = { payoutId: sourceId, amountCents: grossCents, displayName };
    return <ReturnPayoutDialog title="Was this payout returned?" payout={payout} onClose={onClose} />;
  }
  const amount = formatCents(grossCents);
  const reverse = (reason: string) =>
    act({
      name: `reverse-review:${sourceId}`,
      of: reason,
      run: async (key) => {
        const sent = { params: { reviewId: sourceId }, body: { reason }, idempotencyKey: key };
        await callApi(api.books.reverseReview, sent);
        return { title: 'Review reversed', body: `${amount} taken back from ${displayName}.` };
      },
      failed: 'The review was not reversed',
    });
  return (
    <ReasonDialog
      title="Reverse this review?"
      confirmLabel="Reverse the review"
      tone="danger"
      onClose={onClose}
      onConfirm={reverse}
    >
      <p>
        {`This takes ${amount} back from ${displayName}. If the balance is too small, the listener owes the rest. The listener sees your reason.`}
      </p>
    </ReasonDialog>
  );
}

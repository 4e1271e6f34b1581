import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { Reading } from '#contract/operation/admin/admin-readings.ts';
import type { ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { TimeOfDay } from '#web/ui/display/day.tsx';
import { EmptyState } from '#web/ui/display/empty-state.tsx';
import { SteadyRows } from '#web/ui/display/steady-rows.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { AdminList } from '../admin-list.tsx';
import { readingsQuery } from '../admin-queries.ts';
import { ReadReview } from '../read-review.tsx';
import { useRowDecisions } from '../row-decisions.ts';
import { useRowKeys } from '../row-keys.ts';
import { RejectReviewsDialog } from './reject-reviews-dialog.tsx';
import { UndoBar } from './undo-bar.tsx';

interface ReadingsListProps {
  /** Whether a decision is shown above, which shifts the rows by one. */
  isBelowLast: boolean;
  isDeciding: (reviewId: string) => boolean;
  /** A pending review is decided as in the list of waiting ones. */
  onDecide: (review: { id: string; trackTitle: string }, decision: ReviewDecision) => Promise<boolean>;
}

/** Reviews that a person is to read: those that artists pressed, then spot checks. */
export function ReadingsList({ isBelowLast, isDeciding, onDecide }: ReadingsListProps) {
  const query = useInfiniteQuery(readingsQuery);
  const [last, setLast] = useState<Read | null>(null);
  const [rejected, setRejected] = useState<Reading | null>(null);
  const reading = useDecideReadings(setLast);
  const isPending = ({ id, review }: Reading) => reading.isDeciding(id) || isDeciding(review.id);
  /** What the last `Undo` means is the latest act of both kinds. */
  const decide = (review: Reading['review'], decision: ReviewDecision) => {
    setLast(null);
    return onDecide(review, decision);
  };
  const act = (one: Reading, isGood: boolean) => {
    if (one.review.status !== 'pending')
      void reading.decide({ reading: one, outcome: isGood ? 'something' : 'nothing' });
    else if (isGood) void decide(one.review, { status: 'approved' });
    else setRejected(one);
  };
  const undo = (read: Read) => reading.decide({ reading: read.reading, outcome: 'unread' });
  const list = useRowKeys((key, id) => {
    if (key === 'u' && last !== null) {
      void undo(last);
      return true;
    }
    const one = query.data?.pages.flatMap(({ items }) => items).find((row) => row.id === id);
    if ((key !== 'a' && key !== 'r') || one === undefined || one.isOwn || isPending(one)) return false;
    act(one, key === 'a');
    return true;
  });
  const empty = (
    <EmptyState title="Nothing to read">
      Reviews that artists press, and each day’s spot checks, appear here.
    </EmptyState>
  );
  return (
    <div className="grid gap-3" ref={list}>
      {last !== null && (
        <UndoBar
          done={`Review of “${last.reading.review.trackTitle}”: ${last.outcome === 'something' ? 'it says something' : 'it says nothing'}.`}
          undone="Undone, it is to be read again."
          isUndoing={reading.isDeciding(last.reading.id)}
          onUndo={() => void undo(last)}
        />
      )}
      <AdminList query={query} empty={empty}>
        {(readings) => (
          <SteadyRows
            rows={[
              ...(isBelowLast ? ['last decision'] : []),
              ...(last === null ? [] : ['last reading']),
              ...readings.map(({ id }) => id),
            ]}
            isCovered={rejected !== null}
          >
            <ul className="border-t border-line">
              {readings.map((one) => (
                <ReadingRow
                  key={one.id}
                  reading={one}
                  isPending={isPending(one)}
                  onAct={(isGood) => act(one, isGood)}
                />
              ))}
            </ul>
          </SteadyRows>
        )}
      </AdminList>
      {rejected !== null && (
        <RejectReviewsDialog
          count={1}
          suggested={null}
          onClose={() => setRejected(null)}
          onReject={(reason, sentence) => decide(rejected.review, { status: 'rejected', reason, sentence })}
        />
      )}
    </div>
  );
}

interface ReadingRowProps {
  reading: Reading;
  isPending: boolean;
  onAct: (isGood: boolean) => void;
}

function ReadingRow({ reading, isPending, onAct }: ReadingRowProps) {
  const { kind, listenerId, listenerName, review, until, isOwn } = reading;
  const which = <VisuallyHidden>{`: ${review.trackTitle} by ${listenerName}`}</VisuallyHidden>;
  return (
    <li
      tabIndex={-1}
      data-row={reading.id}
      className="grid gap-3 border-b border-line px-3 py-4 -outline-offset-2 hover:bg-panel lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Badge variant="secondary">{kind === 'press' ? 'The artist asked' : 'Spot check'}</Badge>
          <Link to="/app/admin" search={{ tab: 'users', user: listenerId }} className={linkStyle}>
            {listenerName}
          </Link>
          {until !== null && (
            <span className="text-muted">
              read it by <TimeOfDay date={until} />
            </span>
          )}
        </p>
        <ReadReview review={review} isShort={kind === 'spot'} />
      </div>
      <div className="flex flex-wrap content-start items-start gap-2 lg:justify-end">
        {isOwn && <p className="text-sm text-muted">Another admin has to read this one.</p>}
        {!isOwn && (
          <>
            <Button size="small" isDisabled={isPending} onPress={() => onAct(true)}>
              {review.status === 'pending' ? 'Approve' : 'It says something'}
              {which}
            </Button>
            <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onAct(false)}>
              {review.status === 'pending' ? 'Reject' : 'It says nothing'}
              {which}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

interface Given {
  readonly reading: Reading;
  readonly outcome: 'something' | 'nothing' | 'unread';
}

/** A reading that can be undone. */
interface Read extends Given {
  readonly outcome: 'something' | 'nothing';
}

const titles = { something: 'Read', nothing: 'Says nothing', unread: 'Undone' } as const;

/** Records what was read. It moves no money. */
function useDecideReadings(onRead: (last: Read | null) => void) {
  return useRowDecisions({
    act: 'decide-readings',
    rowsOf: ({ reading }) => [reading.id],
    send: ({ reading, outcome }: Given) =>
      callApi(api.admin.decideReadings, { body: { readingIds: [reading.id], outcome } }),
    onSuccess: ({ outcomes }, { reading, outcome }) => {
      const isDone = outcomes[0]?.outcome === 'done';
      if (isDone) onRead(outcome === 'unread' ? null : { reading, outcome });
      toast(
        isDone
          ? {
              title: titles[outcome],
              ...(outcome === 'nothing'
                ? { body: `A person reads all that ${reading.listenerName} sends, for 90 days.` }
                : {}),
              act: 'decide-readings',
            }
          : { title: 'Another admin was faster', tone: 'wrong' },
      );
    },
    onError: (error) => toast(toastFor(error, { title: 'Nothing was recorded' })),
    lists: ['readings'],
  });
}

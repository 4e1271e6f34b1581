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
import { RejectReviewsDialog } from './reject-reviews-dialog.tsx';

/** A pending review, to be decided as in the list of waiting ones. */
type Decide = (review: { id: string; trackTitle: string }, decision: ReviewDecision) => Promise<boolean>;

/** Reviews that a person is to read: those that artists pressed, then spot checks. */
export function ReadingsList({ onDecide }: { onDecide: Decide }) {
  const query = useInfiniteQuery(readingsQuery);
  const reading = useDecideReadings();
  const [rejected, setRejected] = useState<Reading | null>(null);
  const empty = (
    <EmptyState title="Nothing to read">
      Reviews that artists press, and each day’s spot checks, appear here.
    </EmptyState>
  );
  return (
    <>
      <AdminList query={query} empty={empty}>
        {(readings) => (
          <SteadyRows rows={readings.map(({ id }) => id)} isCovered={rejected !== null}>
            <ul className="border-t border-line">
              {readings.map((one) => (
                <ReadingRow
                  key={one.id}
                  reading={one}
                  isPending={reading.isDeciding(one.id)}
                  onRead={(outcome) => reading.decide({ reading: one, outcome })}
                  onApprove={() => onDecide(one.review, { status: 'approved' })}
                  onReject={() => setRejected(one)}
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
          onReject={(reason, sentence) => onDecide(rejected.review, { status: 'rejected', reason, sentence })}
        />
      )}
    </>
  );
}

interface ReadingRowProps {
  reading: Reading;
  isPending: boolean;
  onRead: (outcome: 'something' | 'nothing') => void;
  onApprove: () => void;
  onReject: () => void;
}

function ReadingRow({ reading, isPending, onRead, onApprove, onReject }: ReadingRowProps) {
  const { kind, listenerId, listenerName, review, until, isOwn } = reading;
  const which = <VisuallyHidden>{`: ${review.trackTitle} by ${listenerName}`}</VisuallyHidden>;
  return (
    <li className="grid gap-3 border-b border-line px-3 py-4 lg:grid-cols-[minmax(0,1fr)_auto]">
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
        <ReadReview review={review} />
      </div>
      <div className="flex flex-wrap content-start items-start gap-2 lg:justify-end">
        {isOwn && <p className="text-sm text-muted">Another admin has to read this one.</p>}
        {!isOwn && review.status === 'pending' && (
          <>
            <Button size="small" isDisabled={isPending} onPress={onApprove}>
              Approve{which}
            </Button>
            <Button size="small" variant="quiet" isDisabled={isPending} onPress={onReject}>
              Reject{which}
            </Button>
          </>
        )}
        {!isOwn && review.status !== 'pending' && (
          <>
            <Button size="small" isDisabled={isPending} onPress={() => onRead('something')}>
              It says something{which}
            </Button>
            <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onRead('nothing')}>
              It says nothing{which}
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

const titles = { something: 'Read', nothing: 'Says nothing', unread: 'Undone' } as const;

/** Records what was read. It moves no money. */
function useDecideReadings() {
  return useRowDecisions({
    act: 'decide-readings',
    rowsOf: ({ reading }) => [reading.id],
    send: ({ reading, outcome }: Given) =>
      callApi(api.admin.decideReadings, { body: { readingIds: [reading.id], outcome } }),
    onSuccess: ({ outcomes }, { reading, outcome }) =>
      toast(
        outcomes[0]?.outcome === 'done'
          ? {
              title: titles[outcome],
              ...(outcome === 'nothing'
                ? { body: `A person reads all that ${reading.listenerName} sends, for 90 days.` }
                : {}),
            }
          : { title: 'Another admin was faster', tone: 'wrong' },
      ),
    onError: (error) => toast(toastFor(error, { title: 'Nothing was recorded' })),
    lists: ['readings'],
  });
}

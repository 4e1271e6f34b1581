import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { WithheldPayout } from '#contract/operation/admin/admin-readings.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { currentTime } from '#web/ui/display/current-time.ts';
import { Day } from '#web/ui/display/day.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx';
import { ReadReview } from '../read-review.tsx';
import { useRowDecisions } from '../row-decisions.ts';
import { SentenceForm } from '../sentence-form.tsx';
import { usePayoutReading } from './payout-reading.tsx';

interface Decision {
  readonly payout: WithheldPayout;
  readonly outcome: 'returned' | 'taken';
}

/** Money under review, which an admin decides finally. Nothing while there is none. */
export function WithheldPayouts() {
  const { data } = useQuery({
    queryKey: queryKeys.admin.withheld,
    queryFn: ({ signal }) => callApi(api.admin.listWithheldPayouts, {}, { signal }),
  });
  const [asking, setAsking] = useState<Decision | null>(null);
  const decision = useDecideWithheld();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby="under-review" className="grid gap-3">
      <h2 id="under-review" className="text-2xl">
        Money under review
      </h2>
      <ul className="border-b border-line">
        {data.items.map((payout) => (
          <Withheld
            key={payout.payoutId}
            payout={payout}
            isPending={decision.isDeciding(payout.payoutId)}
            onDecide={(outcome) => setAsking({ payout, outcome })}
          />
        ))}
      </ul>
      {asking !== null && (
        <SentenceForm
          title={asking.outcome === 'returned' ? 'Return the money?' : 'Take the rewards back?'}
          label="A sentence for the listener"
          most={500}
          confirmLabel={asking.outcome === 'returned' ? 'Return' : 'Take back'}
          tone={asking.outcome === 'returned' ? 'act' : 'danger'}
          onClose={() => setAsking(null)}
          onConfirm={(sentence) => decision.decide({ ...asking, sentence })}
        >
          <p>
            {asking.outcome === 'returned'
              ? `${formatCents(asking.payout.amountCents)} is in ${asking.payout.displayName}’s balance again.`
              : 'Every review that this payout pays is reversed, and its artist gets the place back. This is final.'}
          </p>
        </SentenceForm>
      )}
    </section>
  );
}

interface WithheldProps {
  payout: WithheldPayout;
  isPending: boolean;
  onDecide: (outcome: Decision['outcome']) => void;
}

function Withheld({ payout, isPending, onDecide }: WithheldProps) {
  const [isOpen, setOpen] = useState(false);
  const canTake = payout.appeal !== null || new Date(payout.appealUntil) <= currentTime();
  const which = (
    <VisuallyHidden>{` ${formatCents(payout.amountCents)} of ${payout.displayName}`}</VisuallyHidden>
  );
  return (
    <li className="grid gap-2 border-t border-line py-4 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link to="/app/admin" search={{ tab: 'users', user: payout.listenerId }} className={linkStyle}>
          {payout.displayName}
        </Link>
        <Money cents={payout.amountCents} />
        <span className="text-sm text-muted">
          withheld by {payout.withheldBy}, <TimeAgo date={payout.withheldAt} />
        </span>
      </p>
      <p className="max-w-prose text-sm text-muted">{payout.sentence}</p>
      {payout.appeal === null ? (
        <p className="text-sm text-muted">
          No appeal yet. The listener can appeal until <Day date={payout.appealUntil} />.
        </p>
      ) : (
        <p dir="auto" className="max-w-prose border-s-2 border-line ps-4 whitespace-pre-line">
          {payout.appeal}
        </p>
      )}
      {payout.isOwn ? (
        <p className="text-sm text-muted">Another admin has to decide this one.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="quiet" onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Read'}
            {which}
          </Button>
          <Button size="small" variant="quiet" isDisabled={isPending} onPress={() => onDecide('returned')}>
            Return{which}
          </Button>
          {canTake && (
            <Button size="small" variant="danger" isDisabled={isPending} onPress={() => onDecide('taken')}>
              Take back{which}
            </Button>
          )}
        </div>
      )}
      {isOpen && <Read payoutId={payout.payoutId} />}
    </li>
  );
}

function Read({ payoutId }: { payoutId: string }) {
  const { data } = usePayoutReading(payoutId);
  return data?.reviews.map((review) => <ReadReview key={review.id} review={review} />);
}

interface Decided extends Decision {
  readonly sentence: string;
}

const useDecideWithheld = () =>
  useRowDecisions({
    act: 'decide-withheld',
    rowsOf: ({ payout }) => [payout.payoutId],
    send: ({ payout, outcome, sentence }: Decided) =>
      callApi(api.admin.decideWithheld, {
        params: { payoutId: payout.payoutId },
        body: { outcome, sentence },
      }),
    onSuccess: (_, { payout, outcome }) =>
      toast({
        title: outcome === 'returned' ? 'Money returned' : 'Rewards taken back',
        body: `${formatCents(payout.amountCents)} of ${payout.displayName}.`,
      }),
    onError: (error) => toast(toastFor(error, { title: 'Nothing was decided' })),
    lists: ['withheld'],
  });

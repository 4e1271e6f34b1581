import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import type { PayeeState } from '#contract/money/payout-destinations/payout-destinations.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DestinationAccount } from './destination-account.tsx';
import { destinationQuery } from './destination-queries.ts';
import { shownMoment } from './destination-texts.ts';

const DestinationForm = lazyPart(
  async () => (await import('./destination-form.tsx')).DestinationForm,
  MissingPart,
);

/** The payout destination, its holds, and a button to change it. */
export function DestinationPanel() {
  const payee = useQuery(destinationQuery);
  const [isAsking, setIsAsking] = useState(false);
  const [isJustSaved, setIsJustSaved] = useState(false);
  if (payee.data === undefined) {
    return payee.isError ? (
      <LoadFailure title="Error loading wallet data" onRetry={() => void payee.refetch()}>
        {failureText(payee.error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-32 w-full" label="Loading..." />
    );
  }
  const { current, unconfirmed, isMethodGone } = payee.data;
  const hasAccount = unconfirmed?.method === 'stripe' || (current?.method === 'stripe' && !isMethodGone);
  return (
    <Panel
      title="Where your payouts go"
      tone={payee.data.isStopped ? 'wrong' : 'plain'}
      actions={
        !isAsking && (
          <Button
            size="small"
            variant={current === null && unconfirmed === null ? 'act' : 'quiet'}
            onPress={() => {
              setIsAsking(true);
              setIsJustSaved(false);
            }}
          >
            {current === null ? 'Choose a destination' : 'Change'}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <Standing payee={payee.data} isJustSaved={isJustSaved} />
        {hasAccount && <DestinationAccount isConfirmed={unconfirmed?.method !== 'stripe'} />}
        {isAsking && (
          <Suspense fallback={<Skeleton className="h-64 w-full" label="Loading..." />}>
            <DestinationForm
              onClose={() => setIsAsking(false)}
              onSaved={() => {
                setIsAsking(false);
                setIsJustSaved(true);
              }}
            />
          </Suspense>
        )}
      </div>
    </Panel>
  );
}

/** Prefix of a masked destination; the other methods name themselves. */
const wayOf = { paypal: 'PayPal ', bank: 'Bank account ', stripe: null, local: null } as const;

interface StandingProps {
  payee: PayeeState;
  isJustSaved: boolean;
}

function Standing({ payee, isJustSaved }: StandingProps) {
  const { current, unconfirmed, heldUntil, isStopped, isMethodGone, sendsFromCents } = payee;
  const saved = useRef<HTMLParagraphElement>(null);
  const isShown = isJustSaved && unconfirmed !== null;
  useEffect(() => {
    if (!isShown) return;
    saved.current?.focus({ preventScroll: true });
    saved.current?.scrollIntoView({ block: 'center' });
  }, [isShown]);
  return (
    <div className="grid max-w-prose gap-2">
      {current === null ? (
        <p className="text-muted">
          {unconfirmed === null && 'Not set up yet. '}You can request a payout now. It waits until you say
          where it should go.
        </p>
      ) : (
        <p>
          {wayOf[current.method]}
          <strong className="tabular">{current.masked}</strong>
          {sendsFromCents !== null && (
            <span className="text-muted">{`, sent from ${formatCents(sendsFromCents)}`}</span>
          )}
        </p>
      )}
      {isMethodGone && (
        <p className="border-s-2 border-rose ps-3">We no longer pay this way. Choose another destination.</p>
      )}
      {unconfirmed !== null && (
        <p ref={saved} tabIndex={-1}>
          <strong className="tabular">{unconfirmed.masked}</strong> isn’t confirmed yet. Open the link we
          emailed.
        </p>
      )}
      {heldUntil !== null && current !== null && (
        <p className="text-muted">{`We send no payouts before ${shownMoment(heldUntil)}. After a change, we wait 72 hours to keep your money safe.`}</p>
      )}
      {isStopped && (
        <p className="border-s-2 border-rose ps-3">
          Your payouts are stopped: someone used “This was not me” in one of our emails. Choose a new password
          and write to us.
        </p>
      )}
    </div>
  );
}

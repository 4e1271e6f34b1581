import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import type { DestinationAccount as Account } from '#contract/money/payout-destinations/payout-destinations.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { destinationAccountQuery } from './destination-queries.ts';

interface DestinationAccountProps {
  isConfirmed: boolean;
}

/** What Stripe still needs from the listener, at first or later, with a link to its page. */
export function DestinationAccount({ isConfirmed }: DestinationAccountProps) {
  const account = useQuery(destinationAccountQuery);
  const state = account.data?.state;
  if (state === 'gone')
    return (
      <p className="border-s-2 border-rose ps-3">
        Stripe says this account is closed or no longer connected with us. Choose another destination.
      </p>
    );
  return (
    <div className="grid justify-items-start gap-3">
      {account.isError && (
        <p className="text-muted">
          We can’t reach Stripe right now to see whether it needs anything from you.
        </p>
      )}
      {account.data?.state === 'asked' && <Asked account={account.data} />}
      {state === 'ready' && !isConfirmed && <p className="text-muted">Stripe has everything it needs.</p>}
      <ToStripe isAsked={state === 'asked' || (state === undefined && !isConfirmed)} />
    </div>
  );
}

const Asked = ({ account: { sentence, asks } }: { account: Account }) => (
  <div className="grid gap-2 border-s-2 border-brass-mark ps-3">
    <p>{sentence}</p>
    {asks.length > 0 && (
      <ul className="grid list-disc gap-1 ps-5 text-sm text-muted">
        {asks.map((ask) => (
          <li key={ask}>{ask}</li>
        ))}
      </ul>
    )}
  </div>
);

/** Opens the payment service's form, or the account there. */
function ToStripe({ isAsked }: { isAsked: boolean }) {
  const opening = useMutation({
    mutationFn: () => callApi(api.payoutDestinations.openDestinationOnboarding, { body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast(toastFor(error, { title: 'The page could not be opened' })),
  });
  return (
    <Button
      size="small"
      variant={isAsked ? 'act' : 'quiet'}
      isPending={opening.isPending}
      onPress={() => opening.mutate()}
    >
      {isAsked ? 'Answer Stripe’s questions' : 'Open your Stripe account'}
    </Button>
  );
}

import { useMutation } from '@tanstack/react-query';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { testFunds } from '#contract/operation/test-kit/test-grants.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { signOut } from '#web/identity/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** The one test listener. Its password is only shown until this page is left; pressing again sets a new one. */
export function TestListenerPanel({ knownEmail }: { knownEmail: string | null }) {
  const create = useMutation({
    mutationFn: () => callApi(api.testKit.createTestListener, { body: {} }),
    onError: (error) => toast(toastFor(error, { title: 'Failed to create test listener' })),
  });
  const listener = create.data;
  const isThere = listener !== undefined || knownEmail !== null;
  return (
    <Panel title="Test listener">
      <div className="grid gap-4">
        <p className="text-muted">
          A confirmed account with money to try out payouts. It’s never paid and isn’t counted anywhere.
        </p>
        {listener === undefined && knownEmail !== null && (
          <p>
            <code className="wrap-anywhere">{knownEmail}</code> exists. Its password is not stored, so set a
            new one to sign in. That also fills its wallet up to {formatCents(testFunds)}.
          </p>
        )}
        {listener !== undefined && (
          <>
            <dl className="grid gap-2 border-s-4 border-brass-mark bg-raised p-4">
              <Entry name="Email" value={listener.email} />
              <Entry name="Password, shown once" value={listener.password} />
              <Entry name="In the wallet" value={formatCents(listener.availableCents)} />
            </dl>
            <p className="text-sm text-muted">
              This signs you out and copies the password, so you can paste it.
            </p>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            {...(listener === undefined ? {} : { variant: 'quiet' })}
            onPress={() => create.mutate()}
            isPending={create.isPending}
            pendingLabel={isThere ? 'Setting...' : 'Creating...'}
          >
            {isThere ? 'Set a new password' : 'Create test listener'}
          </Button>
          {listener !== undefined && (
            <Button onPress={() => void signInAs(listener)}>Sign in as the test listener</Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

async function signInAs({ email, password }: { email: string; password: string }): Promise<void> {
  // A browser may refuse; the password is still visible on the page.
  await navigator.clipboard?.writeText(password).catch(() => undefined);
  await signOut();
  window.location.assign(`/auth?${new URLSearchParams({ email })}`);
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>
      <code className="wrap-anywhere">{value}</code>
    </dd>
  </div>
);

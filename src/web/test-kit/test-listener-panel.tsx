import { useMutation } from '@tanstack/react-query';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { signOut } from '#web/accounts/session.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';

/** A listener to try the product as. The password is on this page until it is left, and nowhere else. */
export function TestListenerPanel({ knownEmail }: { knownEmail: string | null }) {
  const create = useMutation({
    mutationFn: () => callApi(api.testKit.createTestListener, { body: {} }),
    onError: (error) => toast(toastFor(error, { title: 'Failed to create test listener' })),
  });
  const email = create.data?.email ?? knownEmail;
  const signInAs = async (address: string) => {
    await signOut();
    window.location.assign(`/auth?${new URLSearchParams({ email: address })}`);
  };
  return (
    <Panel title="Test listener">
      <div className="grid gap-4">
        <p className="text-muted">
          A confirmed account with money to try out payouts. It is marked as a test and never paid.
        </p>
        {create.data !== undefined && (
          <dl className="grid gap-2 border-s-4 border-brass bg-raised p-4">
            <Entry name="E-mail" value={create.data.email} />
            <Entry name="Password, shown once" value={create.data.password} />
            <Entry name="In the wallet" value={formatCents(create.data.availableCents)} />
          </dl>
        )}
        <div className="flex flex-wrap gap-3">
          <Button onPress={() => create.mutate()} isPending={create.isPending} pendingLabel="Creating...">
            Create test listener
          </Button>
          {email !== null && (
            <Button variant="quiet" onPress={() => void signInAs(email)}>
              Log in as the test listener
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd>
      <code className="break-all">{value}</code>
    </dd>
  </div>
);

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#contract/index.ts';
import type { TestKit } from '#contract/operation/test-kit/test-kit.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText, toastFor } from '#web/calls/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { BrowserSwitches } from './browser-switches.tsx';
import { testKitQuery } from './test-kit-queries.ts';
import { TestListenerPanel } from './test-listener-panel.tsx';

/** The Test Kit for admins. The guard and the server both check the role. */
export function TestKitPage() {
  const kit = useQuery(testKitQuery);
  return (
    <div className="grid gap-8">
      <PageHeading actions={<Badge variant="secondary">founder mode</Badge>}>Test Kit</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <UploadGrants uploads={kit.data?.uploads} />
        <BrowserSwitches />
        <TestListenerPanel knownEmail={kit.data?.testListenerEmail ?? null} />
        {kit.isError && (
          <LoadFailure title="The environment did not load" onRetry={() => void kit.refetch()}>
            {failureText(kit.error)}
          </LoadFailure>
        )}
        {kit.data === undefined && !kit.isError && <Skeleton className="h-64 w-full" label="Loading..." />}
        {kit.data !== undefined && <Environment kit={kit.data} />}
      </div>
    </div>
  );
}

function UploadGrants({ uploads }: { uploads: TestKit['uploads'] | undefined }) {
  const queries = useQueryClient();
  const done = (title: string) => {
    toast({ title, tone: 'earned' });
    void queries.invalidateQueries();
  };
  const trial = useMutation({
    mutationFn: () => callApi(api.testKit.grantTrial, { body: {} }),
    onSuccess: () => done('Icon Trial granted! 90 days active with 50 uploads/month'),
    onError: (error) => toast(toastFor(error, { title: 'Failed to grant trial' })),
  });
  const credits = useMutation({
    mutationFn: () => callApi(api.testKit.addUploadCredits, { body: {} }),
    onSuccess: () => done('Added 1000 upload credits!'),
    onError: (error) => toast(toastFor(error, { title: 'Failed to add upload credits' })),
  });
  return (
    <Panel title="Uploads">
      <div className="grid gap-4">
        <p className="text-muted">Both go to your own account.</p>
        <dl className="grid gap-3">
          <Entry name="Icon trial">
            {uploads === undefined
              ? '...'
              : uploads.trialUntil === null
                ? 'None'
                : trialText(uploads.trialUntil)}
          </Entry>
          <Entry name="Upload credits left">
            {uploads === undefined ? '...' : uploads.creditsRemaining.toLocaleString('en-US')}
          </Entry>
        </dl>
        {uploads !== undefined && uploads.trialUntil !== null && (
          <p className="text-sm text-muted">The trial’s uploads are used first, then the credits.</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button onPress={() => trial.mutate()} isPending={trial.isPending} pendingLabel="Granting...">
            Grant Icon trial
          </Button>
          <Button
            variant="quiet"
            onPress={() => credits.mutate()}
            isPending={credits.isPending}
            pendingLabel="Adding..."
          >
            Add upload credits
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const trialText = (until: string) => `Until ${day.format(new Date(until))}`;

function Environment({ kit }: { kit: TestKit }) {
  return (
    <Panel title="Environment">
      <dl className="grid gap-3">
        <Entry name="Version">{kit.version}</Entry>
        <Entry name="Database">{kit.database}</Entry>
        <Entry name="Storage">{kit.storage}</Entry>
        <Entry name="Mail">{kit.mail}</Entry>
        <Entry name="Billing">{kit.billing}</Entry>
        <Entry name="Demo mode">{kit.demoMode ? 'Allowed' : 'Off for this deployment'}</Entry>
        <Entry name="Signed in as">{`${kit.displayName}, ${kit.role}`}</Entry>
      </dl>
    </Panel>
  );
}

const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular min-w-0 font-medium wrap-anywhere">{children}</dd>
  </div>
);

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { PasswordStep } from '../sign-in/password-step.tsx';
import { ConfirmFactorForm } from './confirm-factor-form.tsx';
import { OnDemandPanel } from './on-demand-panel.tsx';
import { RemoveFactorForm } from './remove-factor-form.tsx';

const secondFactorQuery = queryOptions({
  queryKey: queryKeys['second-factor'].all,
  queryFn: ({ signal }) => callApi(api.accounts.readSecondFactor, {}, { signal }),
});

const title = 'Two-factor sign-in';

type Step =
  | { readonly at: 'start' }
  | { readonly at: 'confirming'; readonly secret: string; readonly link: string }
  | { readonly at: 'codes'; readonly codes: readonly string[] };

/** Two-factor sign-in: whether it is on, and the steps of turning it on and off. */
export default function SecondFactorPanel() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>({ at: 'start' });
  if (error !== null && data === undefined) {
    return (
      <LoadFailure title="Error loading two-factor sign-in" onRetry={() => void refetch()}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  if (data === undefined) return <Skeleton className="h-40" label="Loading two-factor sign-in" />;
  // The result is known, so it is shown even if the refetch fails.
  const nowIs = (known: Answer<typeof api.accounts.readSecondFactor>) => {
    queryClient.setQueryData(secondFactorQuery.queryKey, known);
    void queryClient.invalidateQueries(secondFactorQuery);
  };
  if (step.at === 'start' && data.isOn) {
    return (
      <OnDemandPanel
        title={title}
        summary={`On. You need a code from your authenticator app to sign in. Recovery codes left: ${data.recoveryCodesLeft}.`}
        label="Turn off"
      >
        {(close) => (
          <RemoveFactorForm
            onRemoved={() => {
              close();
              nowIs({ isOn: false, recoveryCodesLeft: 0 });
            }}
          />
        )}
      </OnDemandPanel>
    );
  }
  if (step.at === 'start') {
    return (
      <OnDemandPanel
        title={title}
        summary="Off. When it’s on, you also need a code from an authenticator app to sign in."
        label="Turn on"
      >
        {() => <PasswordStep onBegun={(begun) => setStep({ at: 'confirming', ...begun })} />}
      </OnDemandPanel>
    );
  }
  return (
    <Panel title={title} level={3}>
      {step.at === 'codes' ? (
        <RecoveryCodes codes={step.codes} onDone={() => setStep({ at: 'start' })} />
      ) : (
        <ConfirmFactorForm
          secret={step.secret}
          link={step.link}
          onCancel={() => setStep({ at: 'start' })}
          onConfirmed={(codes) => {
            setStep({ at: 'codes', codes });
            nowIs({ isOn: true, recoveryCodesLeft: codes.length });
          }}
        />
      )}
    </Panel>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The recovery codes, which are shown only once. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  useUnsentText(true, 'You won’t see these recovery codes again.');
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'Not copied', body: 'Please write the codes down.', tone: 'wrong' }),
    );
  return (
    <div className="grid gap-5" role="status">
      <p>
        Two-factor sign-in is on. Write down these recovery codes. Each one works once if you lose the app.{' '}
        <strong>You won’t see them again.</strong>
      </p>
      <ul className="tabular grid gap-x-8 gap-y-2 bg-raised p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onPress={() => void copy()}>
          Copy
        </Button>
        <Button onPress={onDone}>I saved them</Button>
      </div>
    </div>
  );
}

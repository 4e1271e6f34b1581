import { Link } from '@tanstack/react-router';
import { RequireRole } from '#web/accounts/require-role.tsx';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { creditsText, planLabel } from './plan-label.ts';
import { useUploadEligibility } from './track-queries.ts';
import { UploadForm } from './upload-form.tsx';

export function UploadPage() {
  return (
    <RequireRole userType="artist" title="Artist Access Required" body="Only artists can upload tracks.">
      <Upload />
    </RequireRole>
  );
}

function Upload() {
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-[minmax(0,1fr)] gap-8">
      <PageHeading lead="Unreleased music, heard by people who write down what they think.">
        Upload
      </PageHeading>
      <PlanAndForm />
    </div>
  );
}

/** The form comes with the plan, so that no panel pushes it down under the artist's hands. */
function PlanAndForm() {
  const { data: eligibility, isError, error, isFetching, refetch } = useUploadEligibility();
  if (eligibility === undefined && isError) {
    return (
      <LoadFailure title="Your plan did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  if (eligibility === undefined) return <Skeleton className="h-160 w-full" label="Loading your plan" />;
  return (
    <>
      <p className="tabular font-semibold">
        {planLabel(eligibility)}
        {eligibility.source === 'subscription' && eligibility.creditsRemaining > 0 && (
          <span className="font-normal text-muted">{`, then ${creditsText(eligibility.creditsRemaining)}`}</span>
        )}
      </p>
      {!eligibility.canUpload && (
        <Panel tone="wrong" title="Upload limit reached">
          <div className="grid justify-items-start gap-4">
            <p>You've reached your monthly upload limit. Please upgrade your plan.</p>
            <Link to="/app/subscription" className={buttonStyle({ variant: 'quiet' })}>
              See the plans
            </Link>
          </div>
        </Panel>
      )}
      <UploadForm mayUpload={eligibility.canUpload} />
    </>
  );
}

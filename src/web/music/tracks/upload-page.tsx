import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { RequireRole } from '#web/identity/roles/require-role.tsx';
import { LoadFailure } from '#web/load-failure.tsx';
import { useNewVersionOffer } from '#web/music/versions/version-queries.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Day } from '#web/ui/display/day.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { planLabel } from './plan-label.ts';
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
  const { newVersionOf } = useSearch({ strict: false });
  return (
    <div className="grid w-full max-w-180 grid-cols-[minmax(0,1fr)] gap-8">
      <PageHeading lead="Get your unreleased music heard and reviewed.">Upload</PageHeading>
      {/* Another version gets a fresh form. */}
      <PlanAndForm key={newVersionOf} formerId={newVersionOf ?? null} />
    </div>
  );
}

function PlanLabel({ parts: [first, ...others] }: { parts: string[] }) {
  return (
    <p className="tabular flex flex-wrap gap-x-4 gap-y-1 font-semibold">
      <span>{first}</span>
      {others.map((part) => (
        <span key={part} className="text-muted">
          {part}
        </span>
      ))}
    </p>
  );
}

/** The form waits for the plan, so that no panel shifts it while it is being filled in. */
function PlanAndForm({ formerId }: { formerId: string | null }) {
  const { data: eligibility, isError, error, isFetching, refetch } = useUploadEligibility();
  const offer = useNewVersionOffer(formerId);
  if (eligibility === undefined && isError) {
    return (
      <LoadFailure title="Your plan did not load" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureText(error)}
      </LoadFailure>
    );
  }
  // Keep the filled-in form if only a refetch fails.
  if (offer.isError && offer.data === undefined) {
    if (isGone(offer.error)) {
      return <NoFormerVersion />;
    }
    return (
      <LoadFailure
        title="The previous version did not load"
        onRetry={() => void offer.refetch()}
        isRetrying={offer.isFetching}
      >
        {failureText(offer.error)}
      </LoadFailure>
    );
  }
  if (eligibility === undefined || (formerId !== null && offer.data === undefined))
    return <Skeleton className="h-160 w-full" label="Loading your plan" />;
  return (
    <>
      <PlanLabel parts={planLabel(eligibility)} />
      {eligibility.isPlanPaused && <PausedPlan />}
      {!eligibility.canUpload && !eligibility.isPlanPaused && (
        <UploadLimitReached eligibility={eligibility} />
      )}
      <UploadForm eligibility={eligibility} offer={offer.data ?? null} />
    </>
  );
}

const isGone = (error: unknown): boolean =>
  (['track_deleted', 'track_taken_down', 'not_found'] as const).some((code) => isRefusal(error, code));

/** Says why something is not possible, and where to go. */
function Stopped({ title, children, to, link }: StoppedProps) {
  return (
    <Panel tone="wrong" title={title}>
      <div className="grid justify-items-start gap-4">
        {children}
        <Link to={to} className={buttonStyle({ variant: 'quiet' })}>
          {link}
        </Link>
      </div>
    </Panel>
  );
}

interface StoppedProps {
  title: string;
  children: ReactNode;
  to: '/app/subscription' | '/app/upload';
  link: string;
}

const PausedPlan = () => (
  <Stopped title="Your plan is paused" to="/app/subscription" link="See why">
    <p>Until it resumes, uploads use your credits.</p>
  </Stopped>
);

/** Stands in place of the form when the month's uploads are used up. */
const UploadLimitReached = ({
  eligibility: { isCreditShared, freeUploads },
}: {
  eligibility: UploadEligibility;
}) => (
  <Stopped title="Upload limit reached" to="/app/subscription" link="See plans and packs">
    <p>You've reached your monthly upload limit. Please upgrade your plan.</p>
    {isCreditShared && (
      <p>An account with your email, browser or payout destination has used this month’s free upload.</p>
    )}
    {freeUploads.nextAt !== null && (
      <p>
        {'Your next free upload comes on '}
        <Day date={freeUploads.nextAt} />.
      </p>
    )}
  </Stopped>
);

/** Stands in place of the form of a new version. A retry would not bring the former version back. */
const NoFormerVersion = () => (
  <Stopped title="No new version of this track" to="/app/upload" link="Upload a new track">
    <p>The track was deleted or taken down.</p>
  </Stopped>
);

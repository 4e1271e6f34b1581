import { Link } from '@tanstack/react-router';
import { RequireRole } from '#web/accounts/require-role.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Panel } from '#web/ui/panel.tsx';
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
  const { data: eligibility } = useUploadEligibility();
  return (
    <div className="mx-auto grid w-full max-w-180 gap-8">
      <PageHeading lead="Unreleased music, heard by people who write down what they think.">
        Upload
      </PageHeading>
      <p className="tabular min-h-6 font-semibold">{eligibility !== undefined && planLabel(eligibility)}</p>
      {eligibility?.canUpload === false && (
        <Panel tone="wrong" title="Upload limit reached">
          <div className="grid justify-items-start gap-4">
            <p>You've reached your monthly upload limit. Please upgrade your plan.</p>
            <Link to="/app/subscription" className={buttonStyle({ variant: 'quiet' })}>
              See the plans
            </Link>
          </div>
        </Panel>
      )}
      <UploadForm mayUpload={eligibility?.canUpload === true} />
    </div>
  );
}

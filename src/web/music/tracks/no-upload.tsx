import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Panel } from '#web/ui/display/panel.tsx';

/** Stands in place of the form when the month's uploads are used up. */
export function UploadLimitReached({ isCreditShared }: { isCreditShared: boolean }) {
  return (
    <Panel tone="wrong" title="Upload limit reached">
      <div className="grid justify-items-start gap-4">
        <p>You've reached your monthly upload limit. Please upgrade your plan.</p>
        {isCreditShared && (
          <p>An account with your email, browser or payout destination has used this month’s free upload.</p>
        )}
        <Link to="/app/subscription" className={buttonStyle({ variant: 'quiet' })}>
          See the plans
        </Link>
      </div>
    </Panel>
  );
}

/** Stands in place of the form of a new version. A retry would not bring the former version back. */
export function NoFormerVersion() {
  return (
    <Panel tone="wrong" title="No new version of this track">
      <div className="grid justify-items-start gap-4">
        <p>The track was deleted or taken down.</p>
        <Link to="/app/upload" className={buttonStyle({ variant: 'quiet' })}>
          Upload a new track
        </Link>
      </div>
    </Panel>
  );
}

import { Suspense, useState } from 'react';
import type { ReportedKind } from '#contract/report-reasons.ts';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog, MissingPart);

/** Styled like fine print, but tall enough to tap on a phone. */
export const reportStyle =
  'inline-flex min-h-11 min-w-11 cursor-pointer items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline lg:min-h-6';

export interface ReportButtonProps {
  kind: ReportedKind;
  thingId: string;
  /** Its name for screen readers: “Night Bus”, the review by Lee. */
  name: string;
}

/** Reports something to the admins. */
export function ReportButton({ kind, thingId, name }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${reportStyle} not-on-paper`} onClick={() => setOpen(true)}>
        Report<span className="sr-only"> {name}</span>
      </button>
      <Suspense fallback={null}>
        {isOpen && <ReportDialog kind={kind} thingId={thingId} close={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

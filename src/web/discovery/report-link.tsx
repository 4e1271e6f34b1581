import { Link } from '@tanstack/react-router';
import type { PublicTrack } from '#contract/discovery/discovery.ts';
import { reportStyle } from '#web/report-button.tsx';

/** Holds the place of the report while nobody can say whether it is offered, so that nothing moves when it is. */
export const ReportPlace = () => (
  <span aria-hidden className="invisible text-sm">
    Report
  </span>
);

/** Reports a public track on the page about copyright, which needs no account. */
export const ReportLink = ({ track: { trackId, title } }: { track: PublicTrack }) => (
  <Link to="/report" search={{ track: trackId, words: title }} className={reportStyle}>
    Report<span className="sr-only"> {title}</span>
  </Link>
);

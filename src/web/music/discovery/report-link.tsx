import { Link } from '@tanstack/react-router';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { reportStyle } from '#web/reporting/report-button.tsx';

/** Reserves the space of the report link until it is known whether it is shown. */
export const ReportPlace = () => (
  <span aria-hidden className="invisible text-sm">
    Report
  </span>
);

/** Opens the copyright report for a public track, which needs no account. */
export const ReportLink = ({ track: { trackId, title } }: { track: PublicTrack }) => (
  <Link to="/report" search={{ track: trackId, words: title }} className={reportStyle}>
    Report<span className="sr-only"> {title}</span>
  </Link>
);

import { Link } from '@tanstack/react-router';
import type { PublicTrack } from '#contract/discovery.ts';
import { reportStyle } from '#web/report-button.tsx';

/** Reports a public track on the page about copyright, which needs no account. */
export const ReportLink = ({ track: { trackId, title } }: { track: PublicTrack }) => (
  <Link to="/report" search={{ track: trackId, words: title }} className={reportStyle}>
    Report<span className="sr-only"> {title}</span>
  </Link>
);

import { Link } from '@tanstack/react-router';
import type { PublicTrack } from '#contract/discovery.ts';
import { useSession } from '#web/accounts/session/session.ts';
import { ReportButton, reportStyle } from '#web/report-button.tsx';

/** Reports a public track: in place for whoever is signed in, else on the page about copyright. Nobody reports their own. */
export function ReportTrack({ track: { trackId, title, artistId } }: { track: PublicTrack }) {
  const session = useSession();
  if (session.status === 'restoring') return null;
  if (session.status === 'signedIn')
    return artistId === session.user.id ? null : <ReportButton kind="track" thingId={trackId} name={title} />;
  return (
    <Link to="/report" search={{ track: trackId, words: title }} className={reportStyle}>
      Report<span className="sr-only"> {title}</span>
    </Link>
  );
}

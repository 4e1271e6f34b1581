import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { useSession } from '#web/identity/session/session.ts';
import { ReportButton } from '#web/reporting/report-button.tsx';
import { ReportLink, ReportPlace } from './report-link.tsx';

/**
 * Reports a public track: in place for signed-in users, else on the copyright page. Not shown for the user's own
 * tracks.
 */
export function ReportTrack({ track }: { track: PublicTrack }) {
  const { trackId, title, artistId } = track;
  const session = useSession();
  if (session.status === 'restoring') return <ReportPlace />;
  if (session.status === 'signedOut') return <ReportLink track={track} />;
  if (artistId === session.user.id) return <ReportPlace />;
  return <ReportButton kind="track" thingId={trackId} name={title} />;
}

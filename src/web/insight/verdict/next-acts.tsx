import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { MomentCluster } from '#contract/insight/verdict/verdict.ts';
import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { saveFile } from '#web/files/save-file.ts';
import type { Asking } from '#web/music/questions/question-draft.ts';
import { useQuestions } from '#web/music/questions/questions-queries.ts';
import { TrackReviews } from '#web/music/tracks/track-reviews.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { audacityLabels, reaperRegions } from './markers.ts';
import { momentActStyle } from './standing-out.tsx';

const UploadVersion = ({ trackId, className }: { trackId: string; className: string }) => (
  <Link to="/app/upload" search={{ newVersionOf: trackId }} className={className}>
    Upload a new version
  </Link>
);

interface MomentActsProps {
  trackId: string;
  cluster: MomentCluster;
  onAsk: (about: Asking) => void;
}

/** What an artist can do about a moment: ask listeners, or upload a track that is better there. */
export const MomentActs = ({ trackId, cluster, onAsk }: MomentActsProps) => (
  <>
    <button type="button" onClick={() => onAsk(cluster.from)} className={momentActStyle}>
      <span>Ask about it</span>
      <span className="sr-only">{`at ${formatDuration(cluster.from)}`}</span>
    </button>
    <UploadVersion trackId={trackId} className={momentActStyle} />
  </>
);

const plainText = 'text/plain;charset=utf-8';

/** The moments as markers for the program in which the track is made. */
export const MarkerFiles = ({ clusters }: { clusters: readonly MomentCluster[] }) => (
  <p className="flex flex-wrap items-center gap-2 text-sm text-muted not-on-paper">
    As markers for your DAW:
    <Button
      variant="quiet"
      size="small"
      onPress={() =>
        saveFile({ name: 'moments.csv', type: 'text/csv;charset=utf-8', content: reaperRegions(clusters) })
      }
    >
      Reaper<span className="sr-only"> markers</span>
    </Button>
    <Button
      variant="quiet"
      size="small"
      onPress={() => saveFile({ name: 'moments.txt', type: plainText, content: audacityLabels(clusters) })}
    >
      Audacity<span className="sr-only"> labels</span>
    </Button>
  </p>
);

interface NextActsProps {
  track: OwnTrack;
  /** There is a sentence to share. */
  isSharable: boolean;
  onAsk: (about: Asking) => void;
  /** Opens the details at a heading. */
  onOpen: (headingId: string) => void;
}

/** What an artist can do next with a track. */
export const NextActs = memo(function NextActs({ track, isSharable, onAsk, onOpen }: NextActsProps) {
  const isAsking = (useQuestions(track.id).data?.questions.length ?? 0) > 0;
  if (track.status === 'deleted') return null;
  return (
    <section aria-labelledby="next-acts" className="grid gap-3 not-on-paper">
      <h2 id="next-acts" className="text-2xl">
        What to do next
      </h2>
      <div className="flex flex-wrap gap-2 [&>p]:w-full">
        <TrackReviews track={track} />
        {track.status === 'active' && (
          <>
            {track.reviewCount > 0 && (
              <UploadVersion
                trackId={track.id}
                className={buttonStyle({ variant: 'quiet', size: 'small' })}
              />
            )}
            <Button variant="quiet" size="small" onPress={() => onAsk('track')}>
              Ask listeners
            </Button>
            <Button variant="quiet" size="small" onPress={() => onOpen('private-links')}>
              Send it privately
            </Button>
            {isSharable && (
              <Button variant="quiet" size="small" onPress={() => onOpen('share-verdict')}>
                Share it
              </Button>
            )}
            {isAsking && (
              <Button variant="quiet" size="small" onPress={() => onOpen('track-questions')}>
                See answers
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
});

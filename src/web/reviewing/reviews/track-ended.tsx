import { useState } from 'react';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { TrackEnd } from '#web/reviewing/listening/listening-failures.ts';
import { useSkipTrack } from '#web/reviewing/listening/use-skip-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TimeOfDay } from '#web/ui/display/day.tsx';
import { Panel } from '#web/ui/display/panel.tsx';

interface TrackEndedProps {
  /** Whether the listener wrote something that is still shown below. */
  hasText: boolean;
  track: ServedTrack;
  end: TrackEnd;
  settle: () => Promise<void>;
  onDone: () => Promise<void>;
}

const titles = {
  deleted: 'The artist deleted this track',
  suspended: 'This track was taken out of the queue',
  taken_down: 'This track was taken down',
} as const;

/** The page stays as it is, so that no text is lost; the listener continues when ready. */
export function TrackEnded(props: TrackEndedProps) {
  const { track, end, hasText, settle, onDone } = props;
  const { why, sendableUntil } = end;
  const [isLeaving, setLeaving] = useState(false);
  const skip = useSkipTrack(settle);
  const leave = async () => {
    setLeaving(true);
    // Otherwise it would be served again until it is sent or skipped.
    if (sendableUntil !== null) await skip.mutateAsync(track.trackId).catch(() => undefined);
    await onDone();
    setLeaving(false);
  };
  return (
    <div role="alert">
      <Panel tone="wrong" title={titles[why]}>
        <div className="grid justify-items-start gap-4">
          {sendableUntil === null ? (
            <p>
              It can’t be played or reviewed anymore.
              {hasText && ' Your text is still below if you want to copy it.'}
            </p>
          ) : (
            <p>
              It can’t be played anymore. You heard the paid minute, so you can still send your review until{' '}
              <TimeOfDay date={sendableUntil} />, and it is paid like any other. “Next track” gives up this
              review: after that, you can’t send it or get paid for it.
            </p>
          )}
          <Button variant="quiet" onPress={() => void leave()} isPending={isLeaving}>
            Next track
          </Button>
        </div>
      </Panel>
    </div>
  );
}

import { useState } from 'react';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { TrackPicker } from '#web/music/discovery/track-picker.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { sayStillWaiting } from '../admin-act.ts';
import { useReportActs } from './report-acts.ts';
import { TakeDownDialog } from './take-down-dialog.tsx';

/** Takes down a track without reports: select it, then give a reason. */
export function TakeTrackDown({ onClose }: { onClose: () => void }) {
  const [track, setTrack] = useState<PublicTrack | null>(null);
  const { decide, isDeciding } = useReportActs();
  if (track === null)
    return (
      <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Take a track down" isDismissable>
        <TrackPicker picked={null} onPick={setTrack} autoFocus />
      </Dialog>
    );
  return (
    <TakeDownDialog
      kind="track"
      reported={null}
      name={`“${track.title}”`}
      onClose={onClose}
      onTakeDown={(reason, sentence) => {
        if (isDeciding(track.trackId)) sayStillWaiting('take down');
        return decide({ act: 'take down', kind: 'track', thingId: track.trackId, reason, sentence });
      }}
    />
  );
}

import { SkipForward } from 'lucide-react';
import { toastFor } from '#web/calls/error-messages.ts';
import { confirmLoss } from '#web/forms/unsent-work.ts';
import type { Listening } from '#web/reviewing/listening/use-listening.ts';
import { useSkipTrack } from '#web/reviewing/listening/use-skip-track.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

interface SkipTrackProps extends Pick<Listening, 'settle'> {
  trackId: string;
  onDone: () => Promise<void>;
}

/** Skips the track; another one is served. */
export function SkipTrack({ trackId, settle, onDone }: SkipTrackProps) {
  const skip = useSkipTrack(settle);
  const press = () => {
    // A review is saved as a draft, a note without pay is not.
    if (!confirmLoss('Skip this track')) return;
    skip.mutate(trackId, {
      onSuccess: onDone,
      onError: (error) =>
        toast(toastFor(error, { title: 'Error', body: 'Failed to skip the track. Please try again.' })),
    });
  };
  return (
    <div>
      <Button
        variant="quiet"
        onPress={press}
        isDisabled={skip.isPending}
        icon={<SkipForward aria-hidden size={20} strokeWidth={1.75} />}
      >
        Skip track
      </Button>
    </div>
  );
}

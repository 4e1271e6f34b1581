import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useDeleteTrack } from './track-queries.ts';

interface DeleteTrackProps {
  track: OwnTrack;
  close: () => void;
  onDeleted: (track: OwnTrack) => void;
}

/** A confirmation before a track is permanently deleted. */
export function DeleteTrack({ track, close, onDeleted }: DeleteTrackProps) {
  const deletion = useDeleteTrack();
  const confirm = () =>
    deletion.mutate(track, {
      onSuccess: () => {
        onDeleted(track);
        toast({ title: 'Track deleted', body: 'Your track has been removed successfully.' });
      },
      onError: (error) => toast(toastFor(error, { title: 'Delete failed' })),
      onSettled: close,
    });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title="Are you sure you want to delete this track?"
      confirmLabel="Delete"
      cancelLabel="Cancel"
      tone="danger"
      isPending={deletion.isPending}
      onConfirm={confirm}
    >
      <p>
        Nobody can play “{track.title}” anymore. You keep its reviews, and listeners still get paid for
        theirs.
      </p>
    </ConfirmDialog>
  );
}

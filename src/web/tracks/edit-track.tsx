import { useId } from 'react';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/tracks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useForm } from '#web/use-form.ts';
import { BlindSwitch } from './blind-switch.tsx';
import { GenreField } from './genre-field.tsx';
import { useEditTrack } from './track-queries.ts';

/** Changes what people read of a track; the recording stays as it is. */
export function EditTrack({ track, close }: { track: OwnTrack; close: () => void }) {
  const id = useId();
  const edit = useEditTrack();
  const form = useForm({
    initial: {
      title: track.title,
      genre: track.genre,
      description: track.description ?? '',
      isBlind: track.isBlind,
    },
    checks: { title: (typed) => (typed.trim() === '' ? 'A track needs a title.' : null) },
    failed: { title: 'Update failed' },
    send: (fields) => edit.mutateAsync({ trackId: track.id, ...fields }),
    onDone: () => {
      toast({ title: 'Track updated' });
      close();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title="Edit track"
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} isPending={form.isBusy} isDisabled={!form.isComplete}>
            Save
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-5">
        <TextField {...form.field('title')} label="Title" maxLength={titleLength} error={form.faults.title} />
        <GenreField {...form.field('genre')} />
        <TextArea
          {...form.field('description')}
          label="Description (Optional)"
          maxLength={descriptionLength}
          rows={4}
        />
        <BlindSwitch isSelected={form.values.isBlind} onChange={(isBlind) => form.set({ isBlind })} />
      </form>
    </Dialog>
  );
}

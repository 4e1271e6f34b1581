import { type SubmitEvent, useId, useState } from 'react';
import { descriptionLength, type Genre, titleLength } from '#contract/business-rules.ts';
import type { OwnTrack } from '#contract/tracks.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { GenreField } from './genre-field.tsx';
import { useEditTrack } from './track-queries.ts';

/** Changes what people read of a track; the recording stays as it is. */
export function EditTrack({ track, close }: { track: OwnTrack; close: () => void }) {
  const form = useId();
  const edit = useEditTrack();
  const [title, setTitle] = useState(track.title);
  const [genre, setGenre] = useState<Genre>(track.genre);
  const [description, setDescription] = useState(track.description ?? '');
  const isMissing = title.trim() === '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isMissing) return;
    edit.mutate(
      { trackId: track.id, title: title.trim(), genre, description: description.trim() },
      {
        onSuccess: () => {
          toast({ title: 'Track updated' });
          close();
        },
        onError: (error) => toast(toastFor(error, { title: 'Update failed' })),
      },
    );
  };
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
          <Button type="submit" form={form} isPending={edit.isPending} isDisabled={isMissing}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-5">
        <TextField
          label="Title"
          value={title}
          onChange={setTitle}
          maxLength={titleLength}
          error={isMissing ? 'A track needs a title.' : undefined}
        />
        <GenreField value={genre} onChange={setGenre} />
        <TextArea
          label="Description (Optional)"
          value={description}
          onChange={setDescription}
          maxLength={descriptionLength}
          rows={4}
        />
      </form>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { OwnTrack, TrackChange } from '#contract/music/tracks/tracks.ts';
import { isBlank } from '#contract/unseen.ts';
import { callApi } from '#web/calls/api.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useUnsentForm } from '#web/forms/use-unsent-form.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/controls/dialog.tsx';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { changeCover } from './change-cover.ts';
import type { CoverChange } from './cover-field.tsx';
import { GenreField } from './genre-field.tsx';
import { OptionFields, optionsOf } from './option-fields.tsx';

interface TrackEdit {
  readonly trackId: string;
  readonly change: TrackChange;
  readonly cover: CoverChange;
}

type Edited = Required<TrackChange>;

/**
 * Only what was changed here, because another tab may have changed the rest since: what differs from how the form was
 * opened, or from what it sent before.
 */
function changeOf<Fields extends Edited>(now: Fields, bases: readonly Fields[]): Partial<Fields> {
  const change: Partial<Fields> = {};
  for (const field in now) if (bases.some((base) => base[field] !== now[field])) change[field] = now[field];
  return change;
}

function useEditTrack() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ trackId, change, cover }: TrackEdit) => {
      if (Object.keys(change).length > 0)
        await callApi(api.tracks.editTrack, { params: { trackId }, body: change });
      if (cover !== undefined) await changeCover(trackId, cover);
    },
    // Also if only the cover failed: the other fields have changed. Not awaited: a response is shown at once, even if
    // the list loads slowly or fails.
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.tracks.all }),
  });
}

/** Edits a track's texts and cover; the recording does not change. */
export function EditTrack({ track, close }: { track: OwnTrack; close: () => void }) {
  const id = useId();
  const edit = useEditTrack();
  const peaks = useMemo(() => trackPeaks(track.peaks), [track.peaks]);
  const [initial] = useState({ title: track.title, genre: track.genre, ...optionsOf(track) });
  const sent = useRef<Edited>(initial);
  const form = useForm({
    initial,
    checks: { title: (typed) => (isBlank(typed) ? 'A track needs a title.' : null) },
    failed: { title: 'Update failed' },
    send: ({ cover, ...fields }) => {
      const change = changeOf(fields, [initial, sent.current]);
      sent.current = fields;
      return edit.mutateAsync({ trackId: track.id, change, cover });
    },
    onDone: () => {
      toast({ title: 'Track updated' });
      close();
    },
  });
  const isUnsent = useUnsentForm(form, ['title', 'description']);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title="Edit track"
      isDismissable={!isUnsent}
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
        <OptionFields
          options={form.values}
          set={form.set}
          coverUrl={track.coverUrl}
          drawnCover={<GrooveRecord id={track.id} peaks={peaks} />}
        />
      </form>
    </Dialog>
  );
}
